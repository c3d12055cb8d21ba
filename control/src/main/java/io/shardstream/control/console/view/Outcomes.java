package io.shardstream.control.console.view;

import io.shardstream.control.state.RunState;

/// How many documents have their outcome, from successive states of one run. Kafka counts records, and a
/// reader that was killed publishes its unfinished windows again; so at least (read − records without an
/// outcome) of the documents read have theirs, and what was true once stays true.
final class Outcomes {
    private static final double MOST_UNFINISHED = 99.9;

    private long written;
    private double percent;

    void add(RunState state) {
        written = Math.max(written, state.docsRead() - state.inKafka() - state.refused());
        percent = Math.max(percent, percentOf(state));
    }

    /// Documents that were not rejected; never more than were read.
    long written() {
        return written;
    }

    /// Of those that are to be copied, 0 to 100.
    double percent() {
        return percent;
    }

    /// Documents that still need an outcome.
    long left(RunState state) {
        return Math.max(0, all(state) - with(state));
    }

    private double percentOf(RunState state) {
        if (state.goalIsRead() && state.inKafka() == 0) {
            return 100;
        }
        long all = all(state);
        return all == 0 ? 0 : Math.min(MOST_UNFINISHED, 100.0 * with(state) / all);
    }

    private long with(RunState state) {
        return Math.min(state.docsRead(), written + state.refused());
    }

    /// Documents that were deleted in the source since the start are never read.
    private static long all(RunState state) {
        return state.goalIsRead() ? state.docsRead() : Math.max(state.plan().goalDocs(), state.docsRead());
    }
}
