package io.shardstream.control.run.reread;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.compare.version.SourceLosses;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.run.cutover.WholeIndices;
import io.shardstream.control.state.RunState;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/// Documents that only Kafka has, since the source has lost them and the target does not have them yet. They go
/// with the docs topic when everything is read again.
public final class LastCopies {
    private static final String START_WRITER = " Start 'writer' to bring them into the target, or give";

    private final String run;
    private final ControlRecords said;
    private final ClusterSwitch source;
    private final Held held;

    /// What Kafka holds of the run. All throw [KafkaException] if it does not say so.
    public interface Held {
        /// @throws UnknownRecordException if a checkpoint cannot be read
        RunState state();

        /// How many records the docs topic keeps.
        long kept();

        /// How many records docs topics keep that an earlier attempt to read again has left.
        long keptEarlier();

        /// Lanes whose logs do not agree with what was committed of them.
        Set<Integer> cut();
    }

    /// @param said what the control topic says of a run that was prepared
    /// @param source the source's cluster
    public LastCopies(String run, ControlRecords said, ClusterSwitch source, Held held) {
        this.run = run;
        this.said = said;
        this.source = source;
        this.held = held;
    }

    /// Why the docs topic stays, as sentences; empty if the source is whole, or no more than that are accepted.
    ///
    /// @param accepted how many documents may be deleted that only Kafka has
    public Optional<String> unlessAccepted(long accepted) throws ElasticException {
        Optional<String> problem = problem();
        if (problem.isEmpty()) {
            return Optional.empty();
        }
        Optional<Only> only = inKafkaOnly();
        if (only.filter(one -> one.records() <= accepted).isPresent()) {
            return Optional.empty();
        }
        return Optional.of("Nothing was read again, since that deletes the docs topic: " + problem.get() + ", and "
                + only.map(one -> NumberText.of(one.records(), "document is", "documents are")
                                + " in Kafka that the target may not have.")
                        .orElse("how many documents are in Kafka that the target does not have cannot be counted.")
                + only.map(Only::advice).orElse(START_WRITER)
                + " run " + run + " up with 'abort --run'."
                + only.map(one -> " --accept-unwritten " + one.records() + " reads again all the same, and loses them.")
                        .orElse(""));
    }

    /// What Kafka does not tell is not held against a source that is there: its checkpoints may be what was
    /// lost.
    private Optional<String> problem() throws ElasticException {
        RunPlan plan = said.plan().orElseThrow();
        Optional<RunState> state = state();
        if (state.isEmpty()) {
            return WholeIndices.sourceProblem(source, plan);
        }
        return WholeIndices.sourceProblem(
                source,
                plan,
                new SourceLosses(
                        state::orElseThrow, shard -> said.of(AcceptedHistory.key(shard), AcceptedHistory::decode)));
    }

    private Optional<RunState> state() {
        try {
            return Optional.of(held.state());
        } catch (KafkaException | UnknownRecordException e) {
            return Optional.empty();
        }
    }

    /// @param records how many of them
    /// @param left how many of these lie where an earlier attempt to read again has left them
    /// @param isCut whether a lane has lost records that were written
    private record Only(long records, long left, boolean isCut) {
        /// What to do beside giving up the run, as the beginning of a sentence.
        private String advice() {
            if (isCut) {
                return " A lane has lost records that were written, so that writers end before they have written the"
                        + " rest: give";
            }
            return left == 0
                    ? START_WRITER
                    : " Of these, " + left + " are what an earlier 'resume --read-again' has left, which no writer"
                            + " reads any more: give";
        }
    }

    /// A target that was restored may have forgotten what it had taken, and in a lane that was cut any record
    /// may lie below what is written that nobody has written. Empty if Kafka does not tell.
    private Optional<Only> inKafkaOnly() {
        try {
            long earlier = held.keptEarlier();
            long kept = held.kept();
            RunState state = held.state();
            boolean isCut = state.isCut(held.cut());
            boolean isEverything = isCut || said.ofTarget().isPresent();
            long now = isEverything ? kept : Math.min(kept, state.inKafka());
            return Optional.of(new Only(earlier + now, earlier, isCut));
        } catch (KafkaException | UnknownRecordException e) {
            return Optional.empty();
        }
    }
}
