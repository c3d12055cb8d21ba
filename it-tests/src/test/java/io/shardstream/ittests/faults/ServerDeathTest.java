package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.workload.load.Articles;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// F-19, F-20, F-40 and F-53: SIGKILL of the broker and of data nodes in the middle of a copy, and their return.
@RealServers
class ServerDeathTest {
    private static final int DOCUMENTS = 900;
    private static final int STOPPED = 143;

    @ParameterizedTest
    @EnumSource(value = Moment.class, names = "COMMIT_DUE")
    void brokerKilledAt(Moment moment) {
        KafkaBroker broker = Servers.kafka().broker();
        killedAt(moment, broker::kill, broker::start);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"RECORDS_TAKEN", "CHECKPOINT_DUE"})
    void brokerKilledAtOtherMoments(Moment moment) {
        brokerKilledAt(moment);
    }

    @ParameterizedTest
    @CsvSource("BULK_DONE, 1")
    void dataNodeKilledAt(Moment moment, int number) {
        SearchNode node = Servers.cluster().servers().node(number);
        killedAt(moment, node::kill, node::start);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource("SEARCH_ANSWERED, 0")
    void dataNodeKilledAtOtherMoments(Moment moment, int number) {
        dataNodeKilledAt(moment, number);
    }

    private static void killedAt(Moment moment, Runnable kill, Runnable start) {
        try (CopyRun run = prepared()) {
            HoldPoint point = moment.in(run);
            run.startHere("reader");
            run.startHere("writer");
            point.awaitReached();
            kill.run();
            point.swallow();
            start.run();
            run.awaitComplete();
            run.rest().get("/_cluster/health?wait_for_no_initializing_shards=true&timeout=60s");

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// F-53.
    @Tag("long")
    @Test
    void allDataNodesKilledAtOnce() {
        List<SearchNode> nodes = IntStream.range(0, 2)
                .mapToObj(Servers.cluster().servers()::node)
                .toList();
        try (CopyRun run = prepared()) {
            HoldPoint point = Moment.BULK_DONE.in(run);
            run.startHere("reader");
            run.startHere("writer");
            point.awaitReached();
            nodes.forEach(SearchNode::kill);
            point.swallow();
            nodes.forEach(SearchNode::launch);
            nodes.forEach(SearchNode::awaitReady);
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Tag("long")
    @Test
    void controlSaysThatItWaitsForTheBrokerAndCanBeStoppedMeanwhile() {
        KafkaBroker broker = Servers.kafka().broker();
        try (CopyRun run = prepared()) {
            Child control = run.start("control");
            awaitTail(control, "read 0 of 900");
            broker.kill();
            try {
                awaitTail(control, "Still waiting for Kafka");
                assertThat(control.stop()).as(control::tail).isEqualTo(STOPPED);
            } finally {
                broker.start();
            }
        }
    }

    private static void awaitTail(Child process, String text) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(() -> assertThat(process.tail()).contains(text));
    }

    private static CopyRun prepared() {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(3).stream(DOCUMENTS))
                .planned();
    }
}
