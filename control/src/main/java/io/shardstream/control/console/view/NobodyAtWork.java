package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;

/// That no process works on a run that has not ended, so that what is known of it is of the past.
///
/// @param since when one was heard of last; empty if that is not known, such as where none has begun yet
/// @param isBlocked whether a person must look at something first
public record NobodyAtWork(Optional<Instant> since, boolean isBlocked) {
    /// Kafka counts a process that was killed until its session ends.
    ///
    /// @param members how many readers and writers there are; empty if that is not known
    /// @param controllers how many processes control the run or stand by; empty if that is not known
    /// @param lastHeard when one of them has told something last
    /// @return empty while somebody works on the run, or nobody has to, or that is not known
    public static Optional<NobodyAtWork> of(
            ControlRecords said, OptionalInt members, OptionalInt controllers, Optional<Instant> lastHeard) {
        boolean isOver = said.phase().map(RunPhase::phase).filter(Phase::isEnd).isPresent();
        return isOver || !isNone(members) || !isNone(controllers)
                ? Optional.empty()
                : Optional.of(new NobodyAtWork(lastHeard, !said.blocked().isEmpty()));
    }

    private static boolean isNone(OptionalInt count) {
        return count.isPresent() && count.getAsInt() == 0;
    }

    /// For people.
    public String sentence() {
        String what = since.map(last -> "Nobody has worked on this run since " + last.truncatedTo(ChronoUnit.SECONDS)
                        + ": all figures are of then.")
                .orElse("Nobody works on this run.");
        return isBlocked ? what : what + " " + remedy();
    }

    /// What to do, as a sentence.
    public String remedy() {
        return isBlocked
                ? "Do what the run is blocked for first."
                : "Start 'run', or 'control', 'reader' and 'writer': the run goes on where it was.";
    }
}
