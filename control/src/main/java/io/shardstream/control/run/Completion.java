package io.shardstream.control.run;

import io.shardstream.control.state.RunState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides when a copy is complete: every source shard has been read as far as it reached at the start, or when
/// another history of it was accepted, and after that every lane has been written as far as it reached then.
public final class Completion {
    private @Nullable List<Long> target;
    /// By source shard, what was to be read when the ends were taken.
    private List<Long> goals = List.of();

    /// Takes the states in the order in which they were read, all of one docs topic.
    ///
    /// @return whether the target holds everything that was in the source then
    public boolean reachedBy(RunState state) {
        if (!state.goalIsRead()) {
            // Also of a shard whose new history was accepted, which is read from its start.
            target = null;
        } else if (target == null || !goals.equals(state.goals())) {
            // The ends were read after the checkpoints, so what the checkpoints cover lies below them. Of another
            // history all may have been read since the last look.
            target = state.ends();
            goals = state.goals();
        }
        return target != null && state.isWrittenUpTo(target);
    }
}
