package io.shardstream.reader.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// How many records the writers have committed a second during the last minute. Used by one thread.
final class WrittenLately {
    private static final Duration LATELY = Duration.ofMinutes(1);
    private static final double MILLIS = 1000;

    private final Deque<Look> looks = new ArrayDeque<>();

    private record Look(Instant at, long written) {}

    /// @param written all records that were ever committed
    void add(Instant now, long written) {
        looks.addLast(new Look(now, written));
        while (looks.size() > 2 && looks.getFirst().at().isBefore(now.minus(LATELY))) {
            looks.removeFirst();
        }
    }

    /// 0 before the second look. A group that was set back counts as one that writes nothing.
    double perSecond() {
        if (looks.size() < 2) {
            return 0;
        }
        Look first = looks.getFirst();
        Look last = looks.getLast();
        long millis = Math.max(1, Duration.between(first.at(), last.at()).toMillis());
        return Math.max(0, last.written() - first.written()) * MILLIS / millis;
    }
}
