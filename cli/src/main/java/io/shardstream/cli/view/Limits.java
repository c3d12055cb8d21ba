package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Hours;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.common.pace.GuardWords;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.RunState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a run is held back by.
///
/// @param maxBacklog bytes that may wait in Kafka before readers wait
/// @param throttle how fast the run may work, as the run file says
/// @param clock the time of day
public record Limits(BacklogLimit maxBacklog, Throttle throttle, InstantSource clock) {
    private static final String RATES = "throttle: ";

    /// Each in words, what stops everything first.
    ///
    /// @param written bytes of documents that were written a second lately; empty if that is not known
    public List<String> of(ControlRecords records, RunState state, OptionalDouble written) {
        List<String> limits = new ArrayList<>();
        Throttle now = LimitsInForce.ofRun(records, throttle);
        if (!records.isIn(Phase.CUTTING_OVER)) {
            if (!now.schedule().isOpen(clock.instant())) {
                limits.add("schedule: the run works " + hours(now) + " "
                        + now.schedule().zone());
            }
            String rates = rates(ThrottleText.of(now));
            if (!rates.isEmpty()) {
                limits.add(RATES + rates);
            }
            limits.addAll(GuardWords.limits(records, now.objective().guard(), clock.instant()));
        }
        long backlog = state.backlogs().stream().mapToLong(Long::longValue).sum();
        long most = maxBacklog.now(written);
        if (backlog >= most) {
            limits.add(backlog(backlog, most, state.backlogs()));
        }
        return limits;
    }

    /// The first of them, or that the run is paused, as part of a line; empty if there is none. A rate or a number of
    /// requests that is set need not be what makes the run as fast as it is.
    ///
    /// @param written as above
    public String first(ControlRecords records, RunState state, OptionalDouble written) {
        Optional<Pause> pause = records.pause();
        if (pause.isPresent()) {
            return "paused " + pause.get().reason();
        }
        boolean isHeld = !LimitsInForce.ofRun(records, throttle).mayWork(clock.instant());
        return of(records, state, written).stream()
                .findFirst()
                .map(limit -> (limit.startsWith(RATES) && !isHeld ? "with " : "limited by ") + limit)
                .orElse("");
    }

    private static String hours(Throttle throttle) {
        return throttle.schedule().hours().stream().map(Hours::toString).collect(Collectors.joining(", "));
    }

    /// How production is guarded.
    public Guard guard(ControlRecords records) {
        return LimitsInForce.ofRun(records, throttle).objective().guard();
    }

    private static String rates(Map<String, String> texts) {
        return Stream.of("per-node", "total", "requests")
                .filter(texts::containsKey)
                .map(key -> key + " " + texts.get(key))
                .collect(Collectors.joining(", "));
    }

    private static String backlog(long bytes, long limit, List<Long> lanes) {
        long most = lanes.stream().mapToLong(Long::longValue).max().orElse(0);
        return "the backlog, %s of %s, most of it in lane %d: reading waits for the writers"
                .formatted(NumberText.bytes((double) bytes), NumberText.bytes((double) limit), lanes.indexOf(most));
    }
}
