package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void hoursBeginWithTheirFirstMomentAndEndBeforeTheirLast() {
        assertThat(open("12:00-13:30", "11:59:59", "12:00:00", "13:29:59", "13:30:00"))
                .containsExactly(false, true, true, false);
    }

    @Test
    void hoursThatEndBeforeTheyBeginGoOverMidnight() {
        assertThat(open("22:00-06:00", "21:59:59", "22:00:00", "00:00:00", "05:59:59", "06:00:00"))
                .containsExactly(false, true, true, true, false);
    }

    @Test
    void hoursAreThoseOfTheZoneAlsoWhenItsClocksAreSetBack() {
        Schedule night = new Schedule(List.of(Hours.of("22:00-06:00")), ZoneId.of("Europe/Zurich"));
        assertThat(night.isOpen(Instant.parse("2026-10-25T04:59:59Z"))).isTrue();
        assertThat(night.isOpen(Instant.parse("2026-10-25T05:00:00Z"))).isFalse();
        assertThat(night.isOpen(Instant.parse("2026-10-24T03:59:59Z"))).isTrue();
        assertThat(night.isOpen(Instant.parse("2026-10-24T04:00:00Z"))).isFalse();
    }

    @Test
    void withoutHoursTheZoneSaysNothing() {
        assertThat(new Schedule(List.of(), ZoneId.of("Europe/Zurich"))).isEqualTo(Schedule.ALWAYS);
    }

    private static Stream<Boolean> open(String hours, String... times) {
        Schedule schedule = new Schedule(List.of(Hours.of(hours)), ZoneId.of("UTC"));
        return Stream.of(times).map(time -> schedule.isOpen(Instant.parse("2026-07-01T" + time + "Z")));
    }
}
