package io.shardstream.common.elastic;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Who does not let a part of the run in, and since when: a server that refuses its user, or one whose
/// certificate cannot be believed. Nothing is lost by that; it is tried again until somebody has mended it.
/// May be used by many threads.
public final class AccessRefusals {
    /// How long it lasts before it is believed: a node whose security is not there yet, or a key that is being
    /// replaced, refuses for seconds.
    public static final Duration BELIEVED = Duration.ofSeconds(10);

    /// What is not met again for so long is not asked for any more.
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    /// Before a question is asked again, others may go unanswered too.
    private static final int TRIES = 4;

    private final LongSupplier nanoTime;
    private final Map<String, Met> met = new ConcurrentHashMap<>();

    /// @param kept for how many nanoseconds it is remembered
    private record Met(String sentence, long first, long last, long kept) {
        boolean isForgotten(long nanos) {
            return nanos - last > kept;
        }
    }

    public AccessRefusals(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// It was refused once more.
    ///
    /// @param by a node or a shard, whichever lets it in or not by itself
    /// @param sentence what is the matter and what to do
    public void refused(String by, String sentence) {
        refused(by, sentence, Duration.ZERO);
    }

    /// The same for what takes a while each time, such as an answer that does not come.
    ///
    /// @param takes how long a try takes
    public void refused(String by, String sentence, Duration takes) {
        long now = nanoTime.getAsLong();
        long kept = FORGOTTEN.plus(takes.multipliedBy(TRIES)).toNanos();
        met.merge(
                by,
                new Met(sentence, now, now, kept),
                (before, _) -> new Met(sentence, before.isForgotten(now) ? now : before.first(), now, kept));
    }

    /// It was let in.
    public void passed(String by) {
        if (!met.isEmpty()) {
            met.remove(by);
        }
    }

    /// What is the matter since [#BELIEVED] or longer, with whoever refuses for longest; empty if nothing is.
    public Optional<String> lasting() {
        long now = nanoTime.getAsLong();
        met.values().removeIf(one -> one.isForgotten(now));
        return met.values().stream()
                .filter(one -> now - one.first() >= BELIEVED.toNanos())
                .max(Comparator.comparingLong(one -> now - one.first()))
                .map(Met::sentence);
    }
}
