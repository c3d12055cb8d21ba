package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.HeldSource;
import io.shardstream.control.run.cutover.ServedCluster;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A dead address among those of the run file: whatever its place is, and so wherever its turn comes in a
/// chain of calls, the chain comes to its end.
class DeadAddressTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final int ATTEMPTS = 3;

    private final ServedCluster served = new ServedCluster();
    private final List<URI> alive = new ArrayList<>();
    private URI nobody = URI.create("http://127.0.0.1:1");
    private URI breaking = nobody;

    /// What is tried again until it is done.
    private interface Chain {
        boolean isDone(Sides sides, ControllerEpoch term) throws ElasticException;
    }

    @BeforeEach
    void start() throws IOException {
        for (int node = 0; node < 5; node++) {
            alive.add(served.node());
        }
        breaking = served.breakingNode();
        nobody = ServedCluster.nobody();
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void aBlockIsSet() throws Exception {
        eachWay(false, (sides, _) -> sides.sourceBlock().set().isPresent(), false);
    }

    @Test
    void aBlockIsPassed() throws Exception {
        eachWay(false, (sides, _) -> sides.sourceBlock().pass(), true);
    }

    @Test
    void aBlockIsLifted() throws Exception {
        eachWay(true, (sides, _) -> sides.sourceBlock().lift(), true);
    }

    @Test
    void aBlockIsGivenBack() throws Exception {
        eachWay(true, (sides, _) -> sides.sourceBlock().giveBack(), true);
    }

    @Test
    void aSourceThatIsHeldIsFreedWithoutKafka() throws Exception {
        Request request = new Request("cutover1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
        eachWay(
                true,
                (sides, term) ->
                        new HeldSource(sides, term, request, Instant.MAX).free() instanceof ProductionHold.Outcome.Done,
                true);
    }

    @Test
    void aDryRunNamesTheAddressesThatDoNotAnswer() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.silentAddresses = List.of(
                new SilentAddress("http://a:9200", true, "source node http://a:9200 refuses connections: why?"));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(request).sentence())
                .contains("An address of source.nodes does not answer: source node http://a:9200 refuses connections:"
                        + " why? Start the node, or take the address out of source.nodes");
    }

    /// With two, three and six addresses, the dead one at each place, which is as good as each beginning of
    /// the turn.
    private void eachWay(boolean isBlocked, Chain chain, boolean takesWritesThen) throws Exception {
        for (URI dead : List.of(nobody, breaking)) {
            for (int all : List.of(2, 3, 6)) {
                for (int place = 0; place < all; place++) {
                    List<URI> addresses = new ArrayList<>(alive.subList(0, all - 1));
                    addresses.add(dead);
                    Collections.rotate(addresses, place);
                    oneWay(addresses, isBlocked, chain, takesWritesThen);
                }
            }
        }
    }

    private void oneWay(List<URI> addresses, boolean isBlocked, Chain chain, boolean takesWritesThen) throws Exception {
        CutoverFixture run = new CutoverFixture();
        served.serve(run.cluster);
        ControllerEpoch term = run.term(run.topic.journal());
        if (isBlocked) {
            assertThat(new Sides("x", term, run.cluster, run.cluster)
                            .sourceBlock()
                            .set())
                    .isPresent();
        }
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", addresses, Duration.ofSeconds(20), "test"))) {
            HttpClusterSwitch real = new HttpClusterSwitch(cluster);
            Sides sides = new Sides("x", term, real, real);
            int attempt = 1;
            while (!isDone(chain, sides, term)) {
                assertThat(++attempt).as("attempts with %s", addresses).isLessThanOrEqualTo(ATTEMPTS);
            }
            assertThat(run.cluster.takesWrites(SOURCE)).isEqualTo(takesWritesThen);
        }
    }

    private static boolean isDone(Chain chain, Sides sides, ControllerEpoch term) throws ElasticException {
        try {
            return chain.isDone(sides, term);
        } catch (ElasticException.Unreachable e) {
            return false;
        }
    }
}
