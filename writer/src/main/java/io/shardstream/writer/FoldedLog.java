package io.shardstream.writer;

import io.shardstream.common.log.About;
import io.shardstream.common.log.Warning;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Warnings that come again and again, written once at first and then at most every 30 s with their number.
final class FoldedLog {
    private static final long EVERY = Duration.ofSeconds(30).toNanos();
    private static final int MOST_KEYS = 200;

    private final Consumer<Warning> log;
    private final LongSupplier nanoTime;
    private final Map<String, Repeated> lately = new HashMap<>();

    private static final class Repeated {
        long lastWritten;
        long unwritten;
    }

    FoldedLog(Consumer<Warning> log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /// How many different warnings are remembered.
    int keys() {
        return lately.size();
    }

    /// @param key what makes two warnings the same
    /// @param sentence what happened, without any part of a document
    void warn(String key, String sentence) {
        warn(key, About.NOTHING, sentence);
    }

    /// @param key what makes two warnings the same
    /// @param about whom
    /// @param sentence what happened, without any part of a document
    void warn(String key, About about, String sentence) {
        long now = nanoTime.getAsLong();
        if (lately.size() >= MOST_KEYS) {
            lately.values().removeIf(old -> now - old.lastWritten >= EVERY);
        }
        Repeated repeated = lately.get(key);
        if (repeated == null) {
            repeated = new Repeated();
            lately.put(key, repeated);
            repeated.lastWritten = now;
            log.accept(new Warning(about, sentence));
        } else if (now - repeated.lastWritten >= EVERY) {
            log.accept(new Warning(about, sentence + " (" + (repeated.unwritten + 1) + " times since)"));
            repeated.lastWritten = now;
            repeated.unwritten = 0;
        } else {
            repeated.unwritten++;
        }
    }
}
