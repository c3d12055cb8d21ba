package io.shardstream.ittests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import tools.jackson.databind.JsonNode;

/// What became of the records of a run, as its outcomes topic says, and how often the target was written to
/// for that.
///
/// @param records in the lanes
/// @param applied outcomes; a record that was written again has several
/// @param superseded outcomes: the target already had something newer
/// @param rejected outcomes
/// @param writes index and delete operations that the target's primaries say they have carried out
record OutcomeCount(long records, long applied, long superseded, long rejected, long writes) {
    /// States that every offset of every lane has its outcome (I4, I7), and counts.
    static OutcomeCount of(CopyRun run) {
        Map<Integer, List<Outcome>> byLane = new TreeMap<>();
        outcomes(run)
                .forEach(outcome -> byLane.computeIfAbsent(outcome.lane(), _ -> new ArrayList<>())
                        .add(outcome));
        Map<Integer, Long> ends = ends(run);
        ends.forEach((lane, end) -> assertThat(covered(byLane.getOrDefault(lane, List.of())))
                .as("lane " + lane)
                .isEqualTo(end));
        List<Outcome> all = byLane.values().stream().flatMap(List::stream).toList();
        return new OutcomeCount(
                ends.values().stream().mapToLong(Long::longValue).sum(),
                all.stream().mapToLong(Outcome::applied).sum(),
                all.stream().mapToLong(Outcome::superseded).sum(),
                all.stream().mapToLong(Outcome::rejected).sum(),
                writes(run));
    }

    /// `_source` bytes of all outcomes so far.
    static long bytes(CopyRun run) {
        return outcomes(run).mapToLong(Outcome::bytes).sum();
    }

    private static Stream<Outcome> outcomes(CopyRun run) {
        return new TopicContent(run.connection())
                .of(run.topics().outcomes()).stream().map(record -> Outcome.decode(record.value()));
    }

    /// Outcomes beyond the first of each record: what was written again.
    long again() {
        return applied + superseded + rejected - records;
    }

    /// The first offset without an outcome.
    private static long covered(List<Outcome> outcomes) {
        long next = 0;
        for (Outcome outcome : outcomes.stream()
                .sorted(Comparator.comparingLong(Outcome::from))
                .toList()) {
            if (outcome.from() <= next) {
                next = Math.max(next, outcome.to());
            }
        }
        return next;
    }

    private static Map<Integer, Long> ends(CopyRun run) {
        try (Consumer<byte[], byte[]> consumer = run.connection().consumer("test", Map.of())) {
            List<TopicPartition> lanes = consumer.partitionsFor(run.topics().docs()).stream()
                    .map(lane -> new TopicPartition(lane.topic(), lane.partition()))
                    .toList();
            Map<Integer, Long> ends = new TreeMap<>();
            consumer.endOffsets(lanes).forEach((lane, end) -> ends.put(lane.partition(), end));
            return ends;
        }
    }

    private static long writes(CopyRun run) {
        JsonNode indexing =
                run.rest().get("/" + run.target() + "/_stats/indexing").at("/_all/primaries/indexing");
        return indexing.path("index_total").asLong()
                + indexing.path("delete_total").asLong();
    }
}
