package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.pace.GuardWords;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Pauses a run, lets it go on, and limits it, from anywhere: it is said in the control topic, and the parts
/// of the run hear of it wherever they work. Each call says in a sentence what was done.
public final class Steering {
    /// Characters of a pause's reason, which goes into the run's records and is shown in each view of it.
    public static final int LONGEST_REASON = 1_000;

    private static final int TRIES = 5;

    private final String run;
    private final Supplier<SeenControl> control;
    private final Throttle fromRunFile;
    private final InstantSource clock;

    /// @param fromRunFile how fast the run may work until somebody says otherwise
    public Steering(KafkaConnection kafka, RunTopics topics, Throttle fromRunFile, InstantSource clock) {
        this(topics.run(), () -> KafkaSeenControl.read(kafka, topics), fromRunFile, clock);
    }

    /// @param control reads what the control topic says at the time
    Steering(String run, Supplier<SeenControl> control, Throttle fromRunFile, InstantSource clock) {
        this.run = run;
        this.control = control;
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
        byte[] pause = new Pause(reason, clock.instant()).encode();
        return said("pause", seen -> {
            if (seen.records().isIn(Phase.CUTTING_OVER)) {
                throw new RunRefusedException("Run " + run + " is cutting over, which a pause would only draw out"
                        + " while the source takes no writes: 'abort' ends the cut-over.");
            }
            // A cut-over that has blocked the source meanwhile would wait under its block.
            return seen.replace(Pause.KEY, Map.of(Pause.KEY, pause), Set.of(RunPhase.KEY))
                    ? Optional.of("Run " + run + " is paused: 'resume' lets it go on.")
                    : Optional.empty();
        });
    }

    /// Accepts rejects if they were the reason for which it does not go on, and the target as it is now.
    ///
    /// @param accepted the reason for which a target that was changed or restored has stopped it, as whoever
    ///     accepts the target has read it; empty to accept none
    /// @throws RunRefusedException if the run was never prepared, or has ended, or is stopped for a target
    ///     that was not accepted
    public String resume(Optional<String> accepted) {
        return resume(accepted, control.get().records());
    }

    /// The same, of what was there when somebody looked.
    ///
    /// @param shown what they were shown
    /// @throws RunRefusedException also if the run is stopped for something that came since
    public String resume(Optional<String> accepted, ControlRecords shown) {
        return said("resume", seen -> {
            SeenStops stops = SeenStops.in(seen);
            requireAccepted(seen.records().ofTarget(), accepted);
            requireSeen(stops.unseen(shown));
            return stops.takeBack() ? Optional.of(goesOn(seen.records())) : Optional.empty();
        });
    }

    /// The same, of what a page or a program was shown.
    ///
    /// @param seen the [StopMark] of what they were shown; empty for whoever accepts what there is now
    /// @throws RunRefusedException also if a part of the run has stopped that is to be started again: the
    ///     sentence begins with what was done all the same
    public String resumeAsSeen(Optional<String> accepted, Optional<String> seen) {
        ControlRecords shown = control.get().records();
        Optional<String> now = StopMark.of(shown);
        if (seen.isPresent() && now.isPresent() && !now.equals(seen)) {
            throw new RunRefusedException("Nothing was changed: run " + run + " is not stopped for what was shown any"
                    + " more. Look again, and let it go on then. " + String.join(" ", SeenStops.sentences(shown)));
        }
        String done = resume(accepted, shown);
        List<String> stopped = stopped(shown);
        if (!stopped.isEmpty()) {
            throw new RunRefusedException(done + " " + String.join(" ", stopped));
        }
        return done;
    }

    /// What lets a run go on does not start again what has stopped, which is said here of each part, as a
    /// sentence.
    public static List<String> stopped(ControlRecords records) {
        return records.blocked().stream()
                .filter(Blocked::isOfProcess)
                .map(blocked -> "A " + blocked.part() + " has stopped and is to be started again when its reason is"
                        + " gone: " + blocked.reason())
                .toList();
    }

    private String goesOn(ControlRecords records) {
        String stopped = records.blocked().stream()
                .filter(blocked -> !blocked.isOfProcess())
                .map(blocked -> " It was stopped for this: " + blocked.reason())
                .collect(Collectors.joining());
        String paused = records.pause()
                .map(Pause::reason)
                .filter(reason -> !reason.isEmpty())
                .map(reason -> " It was paused for this: " + FullStop.of(reason))
                .orElse("");
        return "Run " + run + (records.pause().isPresent() ? " goes on." : " was not paused.") + paused + stopped;
    }

    private void requireAccepted(Optional<String> ofTarget, Optional<String> accepted) {
        if (ofTarget.isPresent() && !ofTarget.equals(accepted)) {
            throw new RunRefusedException(
                    accepted.isEmpty()
                            ? "Nothing was changed: run " + run + " goes on once its target is accepted as it"
                                    + " is now, which the command 'resume' asks about, and a request says by giving"
                                    + " this reason as 'accepted': " + ofTarget.get()
                            : "Nothing was changed: what the run is stopped for has changed since it was shown. It is"
                                    + " now: " + ofTarget.get());
        }
    }

    private void requireSeen(List<String> unseen) {
        if (!unseen.isEmpty()) {
            throw new RunRefusedException("Nothing was changed: run " + run + " was stopped for more since 'resume'"
                    + " looked. Give 'resume' once more to let it go on all the same. " + String.join(" ", unseen));
        }
    }

    /// @param changes by key as in the section `throttle` of a run file; `none` takes a limit away, and what
    ///     is not named stays as it is; empty to hear only what holds
    /// @throws IllegalArgumentException if one of them is wrong
    /// @throws RunRefusedException if the run was never prepared, or has ended
    public String throttle(Map<String, String> changes) {
        return said("throttle", seen -> {
            Throttle now = ThrottleText.changed(LimitsInForce.ofRun(seen.records(), fromRunFile), changes);
            if (changes.isEmpty()) {
                return Optional.of(limits(now, seen.records()));
            }
            return isSet(now, seen)
                    ? Optional.of(limits(now, seen.records()) + unnamed(seen.records()))
                    : Optional.empty();
        });
    }

    /// Goes by the run file again.
    ///
    /// @throws RunRefusedException if the run was never prepared, or has ended
    public String resetThrottle() {
        return said(
                "throttle",
                seen -> isSet(null, seen)
                        ? Optional.of(
                                limits(LimitsInForce.byFile(seen.records()).orElse(fromRunFile), seen.records()))
                        : Optional.empty());
    }

    /// What to mind of what was not named, as a sentence behind a space; empty if that stays as the run has it.
    private static String unnamed(ControlRecords before) {
        boolean isKnown = LimitsInForce.byFile(before).isPresent()
                || before.of(Throttle.KEY, Throttle::decode).isPresent();
        return isKnown
                ? ""
                : " What was not named is now as this run file has it, also where the processes of the run have other"
                        + " hours or another guard in theirs: no process that controls the run has noted its own yet.";
    }

    /// @param throttle null for what the run file says
    private static boolean isSet(@Nullable Throttle throttle, SeenControl seen) {
        boolean isOff = throttle != null && throttle.objective().isOff();
        Map<String, byte @Nullable []> records = new LinkedHashMap<>();
        records.put(Throttle.KEY, throttle == null ? null : throttle.encode());
        records.put(GuardOff.KEY, isOff ? new GuardOff().encode() : null);
        return seen.replace(Throttle.KEY, records);
    }

    /// Says something that goes by what was said before; anew while somebody else says the like at the same
    /// moment.
    ///
    /// @param saying gives the answer, empty if nothing was changed since what it went by holds no more
    private String said(String command, Function<SeenControl, Optional<String>> saying) {
        for (int tries = 0; tries < TRIES; tries++) {
            Optional<String> said = saying.apply(control.get());
            if (said.isPresent()) {
                return said.get();
            }
        }
        throw new RunRefusedException("Nothing was changed: what run " + run + " goes by was said anew each time that '"
                + command + "' was to change it. Give '" + command + "' once more.");
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
                ? "Run " + run + " is not throttled."
                : "Run " + run + " is throttled: "
                        + ThrottleText.of(now).entrySet().stream()
                                .map(one -> one.getKey() + " " + one.getValue())
                                .collect(Collectors.joining(", "))
                        + (now.mayWork(clock.instant()) ? "." : ", so it does nothing at the moment.");
    }
}
