package io.shardstream.cli.watch;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Moments as somebody reads them who looks now: of today the time alone.
///
/// @param zone where that person is
/// @param now the moment of the view
record Times(ZoneId zone, Instant now) {
    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter EARLIER = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    String of(Instant moment) {
        LocalDateTime local = LocalDateTime.ofInstant(moment, zone);
        boolean isToday =
                local.toLocalDate().equals(LocalDateTime.ofInstant(now, zone).toLocalDate());
        return (isToday ? TODAY : EARLIER).format(local);
    }
}
