package io.shardstream.common.contract.record;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;

/// When a run may work.
///
/// @param hours of every day; none for always
/// @param zone whose clocks they mean; without hours none is kept
public record Schedule(List<Hours> hours, ZoneId zone) {
    public static final Schedule ALWAYS = new Schedule(List.of(), ZoneId.of("UTC"));

    public Schedule {
        hours = List.copyOf(hours);
        // Two that are always open are equal.
        zone = hours.isEmpty() ? ZoneId.of("UTC") : zone;
    }

    public boolean isOpen(Instant now) {
        LocalTime time = now.atZone(zone).toLocalTime();
        return hours.isEmpty() || hours.stream().anyMatch(some -> some.hold(time));
    }
}
