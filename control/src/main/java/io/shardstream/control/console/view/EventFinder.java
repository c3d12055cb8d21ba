package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds what has happened between two views of a run. Used by one thread.
public final class EventFinder {
    private final List<EventDetector> kinds = List.of(
            new PhaseChanges(),
            new Decisions(),
            new BlockEvents(),
            new GuardEvents(),
            new Relocations(),
            new Arrivals(),
            new SteadyBottleneck());
    private @Nullable RunView last;

    /// @return what has happened since the view before, in no other order than that of its kinds; nothing the
    ///     first time
    public List<Event> next(RunView now) {
        RunView before = last;
        last = now;
        List<Event> found = kinds.stream()
                .flatMap(kind -> kind.between(before == null ? now : before, now))
                .toList();
        return before == null ? List.of() : found;
    }
}
