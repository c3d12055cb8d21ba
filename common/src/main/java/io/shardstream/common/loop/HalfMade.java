package io.shardstream.common.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The parts of something that is being made. If a later part cannot be made, those before it are closed, the last
/// first: who tries again every few seconds would else leave threads and connections behind with each try.
///
/// ```java
/// try (HalfMade made = new HalfMade()) {
///     Reader reader = made.part(Reader.of(kafka));
///     Watch watch = made.part(Watch.of(kafka));
///     made.keep();
///     return new Whole(reader, watch);
/// }
/// ```
public final class HalfMade implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HalfMade.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /// Notes a part that has been made.
    public <T extends AutoCloseable> T part(T part) {
        parts.push(part);
        return part;
    }

    /// Notes a part that is closed in a way of its own, as clients of Kafka are, which would wait for brokers else.
    public <T> T part(T part, AutoCloseable closing) {
        parts.push(closing);
        return part;
    }

    /// Everything is made: whoever has the whole closes it.
    public void keep() {
        parts.clear();
    }

    /// Closes what was not kept. What goes wrong at that is not told: why the rest could not be made matters more.
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.debug("A part of something that could not be made could not be closed", e);
            }
        }
    }
}
