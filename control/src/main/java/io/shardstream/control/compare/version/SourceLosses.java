package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.kafka.common.KafkaException;

/// Whether the source still has what was read of it. A shard that was restored, of which a stale or empty
/// copy was made the primary, or whose disk was put back, may lack documents that only the target and Kafka
/// have.
public final class SourceLosses {
    private final Kafka kafka;
    private final IntFunction<Optional<AcceptedHistory>> accepted;

    /// Asks Kafka how far the run is.
    @FunctionalInterface
    public interface Kafka {
        /// @throws KafkaException if it does not say so
        /// @throws UnknownRecordException if a checkpoint cannot be read
        RunState state();
    }

    /// @param accepted the last history of a source shard that somebody has accepted: what it lacks may be
    ///     deleted
    public SourceLosses(Kafka kafka, IntFunction<Optional<AcceptedHistory>> accepted) {
        this.kafka = kafka;
        this.accepted = accepted;
    }

    /// Which shards may lack what was read of them, as the part of a sentence; empty if none does.
    ///
    /// @param index the source
    /// @param now its shards
    public Optional<String> problem(String index, List<ShardReach> now) {
        RunState state;
        try {
            state = kafka.state();
        } catch (KafkaException | UnknownRecordException e) {
            return Optional.of("Kafka does not say what was read of '" + index + "' (" + e.getMessage() + ")");
        }
        List<String> renewed = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        for (int shard = 0; shard < now.size(); shard++) {
            ReadShard read = ReadShard.of(shard, state, accepted.apply(shard));
            ShardReach reach = now.get(shard);
            if (read.isUntouched() || read.isAccepted(reach.historyUuid())) {
                continue;
            }
            if (!read.historyUuid().equals(reach.historyUuid())) {
                renewed.add(String.valueOf(shard));
            } else if (reach.highest() < read.readUpTo()) {
                behind.add(String.valueOf(shard));
            }
        }
        return renewed.isEmpty()
                ? lost(
                        behind,
                        index,
                        "lost operations since it was read, as if its disk was put back to an older state")
                : lost(
                        renewed,
                        index,
                        "begun a new history since it was read, as after a restore, or when a stale or empty copy is"
                                + " made the primary");
    }

    private static Optional<String> lost(List<String> shards, String index, String what) {
        return shards.isEmpty()
                ? Optional.empty()
                : Optional.of((shards.size() == 1
                                ? "shard " + shards.getFirst() + " of '" + index + "' has "
                                : "shards " + NameList.of(shards) + " of '" + index + "' have ")
                        + what);
    }
}
