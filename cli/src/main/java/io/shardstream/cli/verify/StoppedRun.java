package io.shardstream.cli.verify;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Workers;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A run of which nothing can be compared, as whoever would have to settle it stands still: it would be
/// waited for in vain.
final class StoppedRun {
    private StoppedRun() {}

    /// What keeps anything of a run that goes on from being settled until somebody looks, as sentences; empty
    /// if nothing does. A process that waits for a person keeps nothing back where others of its kind are at
    /// work, and a controller never does.
    ///
    /// @param workers who is at work; asked where a process waits
    static Optional<String> reason(String run, ControlRecords records, Supplier<Workers> workers) {
        List<Blocked> stopped = records.blocked().stream()
                .filter(blocked -> keepsBack(blocked, workers))
                .toList();
        return stopped.isEmpty()
                ? Optional.empty()
                : Optional.of("Run " + run + " is stopped, so nothing new would be settled. "
                        + stopped.stream().map(Blocked::reason).distinct().collect(Collectors.joining(" ")));
    }

    private static boolean keepsBack(Blocked blocked, Supplier<Workers> workers) {
        if (!blocked.isOfProcess()) {
            return true;
        }
        return switch (blocked.part()) {
            case "reader" -> workers.get().readers() == 0;
            case "writer" -> workers.get().writers() == 0;
            case "run" -> !workers.get().missing().isEmpty();
            default -> false;
        };
    }

    /// What a run that was ended early has left in Kafka, as sentences; empty if nothing is left, or somebody
    /// writes it still.
    ///
    /// @param workers who is at work; asked where something is left
    static Optional<String> leftOver(String run, RunState state, Supplier<Workers> workers) {
        if (state.isWrittenUpTo(state.ends()) || workers.get().writers() > 0) {
            return Optional.empty();
        }
        return Optional.of("Run " + run + " was ended while "
                + NumberText.of(state.inKafka(), "record was", "records were")
                + " waiting in Kafka, and nobody writes them any more: the target holds a part of what was read, and is"
                + " not compared. Begin a new run under another name.");
    }
}
