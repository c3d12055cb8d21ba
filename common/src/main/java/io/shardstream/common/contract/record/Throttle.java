package io.shardstream.common.contract.record;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How fast a run may work, as an operator wants it: in the run file, or under the key [#KEY] of the control
/// topic, which then stands for all that the run file says of it.
///
/// Rates are in bytes a second of documents, and hold for reading and for writing each: a node may be read
/// from as fast and written to as fast. A rate of 0 lets nothing begin.
///
/// @param perNode for each data node, all processes together
/// @param total for all data nodes and processes together
/// @param requests for documents and bulks that may be under way to one data node, at least 1
/// @param schedule when the run may work
/// @param objective to which the run is held
public record Throttle(
        OptionalLong perNode, OptionalLong total, OptionalInt requests, Schedule schedule, Objective objective) {
    /// The record's key in the control topic.
    public static final String KEY = "throttle";

    public static final Throttle NONE = new Throttle(
            OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty(), Schedule.ALWAYS, Objective.NONE);

    private static final int FORMAT = 1;
    private static final long ABSENT = -1;

    public Throttle {
        if (perNode.orElse(0) < 0 || total.orElse(0) < 0) {
            throw new IllegalArgumentException("a rate is at least 0, got " + perNode + " and " + total);
        }
        if (requests.orElse(1) < 1) {
            throw new IllegalArgumentException("one request must be allowed, got " + requests.getAsInt());
        }
    }

    /// Whether nobody has set anything that holds the run back. The default guard may do so all the same, see
    /// [Objective#guard].
    public boolean isNone() {
        return with(Objective.NONE).equals(NONE) && !objective.isSet();
    }

    /// The same limits with another objective.
    public Throttle with(Objective other) {
        return new Throttle(perNode, total, requests, schedule, other);
    }

    /// Whether anything may begin at that time.
    public boolean mayWork(Instant now) {
        return schedule.isOpen(now) && total.orElse(1) > 0 && perNode.orElse(1) > 0;
    }

    /// That the guard is off is not part of it, see [GuardOff].
    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("per_node", perNode.orElse(ABSENT))
                .put("total", total.orElse(ABSENT))
                .put("requests", requests.orElse((int) ABSENT));
        ArrayNode hours = object.putArray("hours");
        schedule.hours().forEach(some -> hours.add(some.toString()));
        return StrictObject.bytes(object.put("zone", schedule.zone().getId())
                .put(
                        "search_latency_ms",
                        objective.searchLatency().map(Duration::toMillis).orElse(ABSENT))
                .put("cpu", objective.cpu().orElse((int) ABSENT)));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Throttle decode(byte[] value) {
        return StrictObject.decode(
                "throttle",
                FORMAT,
                value,
                object -> new Throttle(
                        rate(object.longOf("per_node")),
                        rate(object.longOf("total")),
                        number(object.intOf("requests")),
                        schedule(object.listOf("hours"), object.textOf("zone")),
                        new Objective(time(object.longOf("search_latency_ms")), number(object.intOf("cpu")))));
    }

    private static OptionalLong rate(long value) {
        return value == ABSENT ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static OptionalInt number(int value) {
        return value == ABSENT ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static Optional<Duration> time(long millis) {
        return millis == ABSENT ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    private static Schedule schedule(List<String> hours, String zone) {
        return new Schedule(hours.stream().map(Hours::of).toList(), ZoneId.of(zone));
    }
}
