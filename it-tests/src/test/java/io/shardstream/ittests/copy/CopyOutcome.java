package io.shardstream.ittests.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.workload.compare.CompareException;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.IndexComparison;
import io.shardstream.workload.compare.RejectedState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a run has copied, and what it has left behind in Kafka.
final class CopyOutcome {
    private static final int COMPARISONS = 10;

    private final CopyRun run;

    CopyOutcome(CopyRun run) {
        this.run = run;
    }

    ComparisonReport assertCopied() {
        ComparisonReport report = compare();
        assertThat(report.samples()).as(() -> run.tails()).isEmpty();
        assertThat(report.isClean()).isTrue();
        assertThat(report.equal() + report.reformatted() + report.rejected())
                .isEqualTo(report.source().documents());
        return report;
    }

    ComparisonReport compare() {
        for (int left = COMPARISONS; ; left--) {
            try {
                return compareOnce();
            } catch (CompareException e) {
                if (left == 1) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            }
        }
    }

    private ComparisonReport compareOnce() {
        Set<RejectedState> rejected = rejects().stream()
                .map(reject -> new RejectedState(
                        CopyRun.idOf(reject), reject.document().version()))
                .collect(Collectors.toSet());
        return IndexComparison.of(
                new IndexAddress(run.rest().server(), run.source()),
                new IndexAddress(run.targetRest().server(), run.target()),
                rejected,
                10);
    }

    List<Reject> rejects() {
        return new TopicContent(run.connection())
                .of(run.topics().inGeneration(run.plan().generation()).rejects()).stream()
                        .map(RejectRecord::from)
                        .filter(Reject.class::isInstance)
                        .map(Reject.class::cast)
                        .toList();
    }

    List<Checkpoint> checkpoints(int sourceShards) {
        return IntStream.range(0, sourceShards)
                .mapToObj(shard -> Objects.requireNonNull(
                        CompactedPartition.read(run.connection(), run.topics().slices(), shard)
                                .get(Checkpoint.key(shard))))
                .map(Checkpoint::decode)
                .toList();
    }
}
