package io.shardstream.control.steer;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.pace.GuardWords;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.record.Objective.Guard;
import io.shardstream.common.record.Pause;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.Throttle;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.state.ControlWriter;
import io.shardstream.control.state.KnownRun;
import io.shardstream.control.state.SeenStops;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Pauses a run, lets it go on, and limits it, from anywhere: it is said in the control topic, and the parts of the run
/// hear of it wherever they work. Each call says in a sentence what was done.
public final class Steering {
    /// Characters of a pause's reason, which goes into the run's records and is shown in each view of it.
    public static final int LONGEST_REASON = 1_000;

    private static final int TRIES = 5;

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final Throttle fromRunFile;
    private final InstantSource clock;

    /// @param fromRunFile how fast the run may work until somebody says otherwise
    public Steering(KafkaConnection kafka, RunTopics topics, Throttle fromRunFile, InstantSource clock) {
        this.kafka = kafka;
        this.topics = topics;
        this.fromRunFile = fromRunFile;
        this.clock = clock;
    }

    /// @param reason shown to whoever looks; may be empty
    /// @throws IllegalArgumentException if the reason is longer than [#LONGEST_REASON]
    /// @throws RunRefusedException if the run was never prepared, has ended, or is cutting over
    public String pause(String reason) {
        if (reason.length() > LONGEST_REASON) {
            throw new IllegalArgumentException("a reason may have at most " + LONGEST_REASON
                    + " characters, and this one has " + reason.length() + ": say it shorter");
        }
        if (goingOn().isIn(Phase.CUTTING_OVER)) {
            throw new RunRefusedException("Run " + topics.run() + " is cutting over, which a pause would only draw out"
                    + " while the source takes no writes: 'abort' ends the cut-over.");
        }
        ControlWriter.pause(kafka, topics, new Pause(reason, clock.instant()));
        return "Run " + topics.run() + " is paused: 'resume' lets it go on.";
    }

    /// Accepts rejects if they were the reason for which it does not go on, and the target as it is now.
    ///
    /// @param accepted the reason for which a target that was changed or restored has stopped it, as whoever
    ///     accepts the target has read it; empty to accept none
    /// @throws RunRefusedException if the run was never prepared, or has ended, or is stopped for a target
    ///     that was not accepted
    public String resume(Optional<String> accepted) {
        for (int tries = 0; tries < TRIES; tries++) {
            SeenStops seen = SeenStops.read(kafka, topics);
            ControlRecords records = seen.records();
            requireAccepted(records.ofTarget(), accepted);
            if (seen.takeBack()) {
                String stopped = records.blocked().stream()
                        .filter(blocked -> !blocked.isOfProcess())
                        .map(blocked -> " It was stopped for this: " + blocked.reason())
                        .collect(Collectors.joining());
                return "Run " + topics.run() + (records.pause().isPresent() ? " goes on." : " was not paused.")
                        + stopped;
            }
        }
        throw new RunRefusedException("Nothing was changed: what run " + topics.run()
                + " is stopped for was said anew each time that it was to go on. Give 'resume' once more.");
    }

    private void requireAccepted(Optional<String> ofTarget, Optional<String> accepted) {
        if (ofTarget.isPresent() && !ofTarget.equals(accepted)) {
            throw new RunRefusedException(
                    accepted.isEmpty()
                            ? "Nothing was changed: run " + topics.run() + " goes on once its target is accepted as it"
                                    + " is now, which the command 'resume' asks about, and a request says by giving"
                                    + " this reason as 'accepted': " + ofTarget.get()
                            : "Nothing was changed: what the run is stopped for has changed since it was shown. It is"
                                    + " now: " + ofTarget.get());
        }
    }

    /// @param changes by key as in the section `throttle` of a run file; `none` takes a limit away, and what is not
    ///     named stays as it is; empty to hear only what holds
    /// @throws IllegalArgumentException if one of them is wrong
    /// @throws RunRefusedException if the run was never prepared, or has ended
    public String throttle(Map<String, String> changes) {
        ControlRecords records = goingOn();
        Throttle now = ThrottleText.changed(LimitsInForce.of(records, fromRunFile), changes);
        if (!changes.isEmpty()) {
            ControlWriter.throttle(kafka, topics, now);
        }
        return limits(now, records);
    }

    /// Goes by the run file again.
    ///
    /// @throws RunRefusedException if the run was never prepared, or has ended
    public String resetThrottle() {
        ControlRecords records = goingOn();
        ControlWriter.throttle(kafka, topics, null);
        return limits(fromRunFile, records);
    }

    private ControlRecords goingOn() {
        return KnownRun.goingOn(kafka, topics);
    }

    private String limits(Throttle now, ControlRecords records) {
        return byHand(now)
                + switch (now.objective().guard()) {
                    case ASKED -> "";
                    case DEFAULT -> byDefault(records);
                    case OFF -> " Production is not guarded.";
                };
    }

    private String byDefault(ControlRecords records) {
        List<String> limits = GuardWords.limits(records, Guard.DEFAULT, clock.instant());
        return " Production is guarded " + GuardWords.ofDefault(Guard.DEFAULT)
                + (limits.isEmpty() ? "." : ". Limited now: " + String.join("; ", limits) + ".");
    }

    private String byHand(Throttle now) {
        return now.isNone()
                ? "Run " + topics.run() + " is not throttled."
                : "Run " + topics.run() + " is throttled: "
                        + ThrottleText.of(now).entrySet().stream()
                                .map(one -> one.getKey() + " " + one.getValue())
                                .collect(Collectors.joining(", "))
                        + (now.mayWork(clock.instant()) ? "." : ", so it does nothing at the moment.");
    }
}
