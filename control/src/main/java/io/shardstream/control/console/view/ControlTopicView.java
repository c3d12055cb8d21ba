package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What was decided about a run: what its control topic says.
///
/// @param phase label of the phase, or `blocked` or `paused`
/// @param why a sentence, empty where the phase speaks for itself
/// @param controller the process that decides; empty until there was one, and where it is known that there is
///     none now
/// @param pause while it is paused
/// @param blocked what a person must look at
/// @param step the last step of a cut-over that is under way
/// @param limits what was set to hold the run back, by key as in the section `throttle` of a run file
/// @param guard what the guard of production found of each node last; empty without an objective
/// @param verified what the last verification came to
/// @param refused that the run has blocked the writes of clients
/// @param overtaken documents of the start that a complete copy lacks, see
///     [io.shardstream.control.state.OvertakenDocuments]
/// @param nobody that no process works on it, although it has not ended; empty also while that is not known
public record ControlTopicView(
        String phase,
        String why,
        Optional<Controller> controller,
        Optional<Pause> pause,
        List<Blocked> blocked,
        Optional<Step> step,
        Map<String, String> limits,
        List<GuardFindings.Finding> guard,
        Optional<Verified> verified,
        Optional<RefusedWrites> refused,
        long overtaken,
        Optional<NobodyAtWork> nobody) {
    /// The phase of a run in which a person must look at something.
    public static final String BLOCKED = "blocked";

    /// The phase of a run that somebody has paused.
    public static final String PAUSED = "paused";

    /// One in which clients can write, and that lacks nothing.
    public ControlTopicView(
            String phase,
            String why,
            Optional<Controller> controller,
            Optional<Pause> pause,
            List<Blocked> blocked,
            Optional<Step> step,
            Map<String, String> limits,
            List<GuardFindings.Finding> guard,
            Optional<Verified> verified) {
        this(phase, why, controller, pause, blocked, step, limits, guard, verified, Optional.empty(), 0);
    }

    /// One on which somebody works, or nobody has to.
    public ControlTopicView(
            String phase,
            String why,
            Optional<Controller> controller,
            Optional<Pause> pause,
            List<Blocked> blocked,
            Optional<Step> step,
            Map<String, String> limits,
            List<GuardFindings.Finding> guard,
            Optional<Verified> verified,
            Optional<RefusedWrites> refused,
            long overtaken) {
        this(
                phase,
                why,
                controller,
                pause,
                blocked,
                step,
                limits,
                guard,
                verified,
                refused,
                overtaken,
                Optional.empty());
    }

    public ControlTopicView {
        blocked = List.copyOf(blocked);
        guard = List.copyOf(guard);
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
    }
}
