package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CanaryRoundTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicInteger sent = new AtomicInteger();

    @Test
    void ofAFewShardsEachNodeIsSentFiveSearches() throws Exception {
        Map<String, List<Double>> times = round(5, LONG).times(nodes(3));
        assertThat(times).hasSize(3).allSatisfy((_, all) -> assertThat(all).hasSize(5));
    }

    @Test
    void ofManyShardsSomeNodesAreSearchedEachTimeUntilAllHaveHadTheirTurn() throws Exception {
        CanaryRound round = round(1024, LONG);
        Map<String, Integer> turns = new TreeMap<>();
        for (int look = 0; look < 24; look++) {
            sent.set(0);
            round.times(nodes(48)).keySet().forEach(name -> turns.merge(name, 1, Integer::sum));
            assertThat(sent.get() * 1024).as("searches of shards").isBetween(1, 4096);
        }
        assertThat(turns).hasSize(48).allSatisfy((_, count) -> assertThat(count).isEqualTo(2));
    }

    @Test
    void nodesAreSearchedAtTheSameTime() throws Exception {
        CyclicBarrier all = new CyclicBarrier(3);
        Map<String, CanaryRound.Search> nodes = new TreeMap<>();
        for (String name : List.of("a", "b", "c")) {
            nodes.put(name, () -> meet(all));
        }
        assertThat(round(4096, LONG).times(Map.of("a", () -> {}))).hasSize(1);
        assertThat(round(1000, LONG).times(nodes)).hasSize(3);
    }

    @Test
    void aNodeThatHangsIsTheSlowOneAndTheOthersAreMeasured() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Map<String, CanaryRound.Search> nodes = nodes(2);
        nodes.put("hangs", () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new ElasticException.Malformed("interrupted");
            }
        });
        Map<String, List<Double>> times = round(1, Duration.ofSeconds(1)).times(nodes);
        assertThat(times).hasSize(3).containsEntry("hangs", List.of(1000.0));
        assertThat(times.get("n1")).hasSize(5);
    }

    @Test
    void aNodeThatFailsIsTheSlowOne() throws Exception {
        Map<String, CanaryRound.Search> nodes = nodes(2);
        nodes.put("fails", CanaryRoundTest::fail);
        assertThat(round(1, LONG).times(nodes)).hasSize(3).containsEntry("fails", List.of(300_000.0));
    }

    @Test
    void whereNoneAnswersProductionCannotBeMeasured() {
        assertThatThrownBy(() -> round(1, LONG).times(Map.of("a", CanaryRoundTest::fail, "b", CanaryRoundTest::fail)))
                .isInstanceOf(ElasticException.class)
                .hasMessage("no");
    }

    private static void fail() throws ElasticException {
        throw new ElasticException.Malformed("no");
    }

    private static void meet(CyclicBarrier all) throws ElasticException {
        try {
            all.await();
        } catch (Exception e) {
            throw new ElasticException.Malformed("nobody came");
        }
    }

    private Map<String, CanaryRound.Search> nodes(int count) {
        Map<String, CanaryRound.Search> nodes = new TreeMap<>();
        IntStream.range(0, count).forEach(node -> nodes.put("n" + node, sent::incrementAndGet));
        return nodes;
    }

    private static CanaryRound round(int shards, Duration patience) {
        return new CanaryRound(shards, patience, System::nanoTime);
    }
}
