package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.Hours;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Schedule;
import io.shardstream.common.contract.record.Throttle;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads the sections `throttle` and `guard`.
final class ThrottleReader {
    private ThrottleReader() {}

    static Supplier<Throttle> read(Section throttle, Section guard, Problems problems) {
        Field<Optional<Long>> perNode = throttle.optional("per-node", ThrottleText.rate());
        Field<Optional<Long>> total = throttle.optional("total", ThrottleText.rate());
        Field<Optional<Integer>> requests = throttle.optional("requests", ThrottleText.requests());
        Field<List<Hours>> hours = throttle.optionalList("hours", ThrottleText::hours);
        Field<Optional<ZoneId>> zone = throttle.optional("time-zone", ThrottleText::zone);
        Field<Optional<Duration>> latency = guard.optional("search-latency", ThrottleText.latency());
        Field<Optional<Integer>> cpu = guard.optional("cpu", ThrottleText::percent);
        if (hours.ifValid().filter(given -> !given.isEmpty()).isPresent()
                && zone.ifValid().filter(Optional::isEmpty).isPresent()) {
            problems.add(hours.line(), hours.key(), ThrottleText.ZONE_IS_MISSING);
        }
        return () -> new Throttle(
                ThrottleText.optionalLong(perNode.get()),
                ThrottleText.optionalLong(total.get()),
                ThrottleText.optionalInt(requests.get()),
                new Schedule(hours.get(), zone.get().orElse(Schedule.ALWAYS.zone())),
                new Objective(latency.get(), ThrottleText.optionalInt(cpu.get()), guard.isOff()));
    }
}
