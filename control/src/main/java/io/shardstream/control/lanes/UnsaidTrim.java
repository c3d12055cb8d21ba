package io.shardstream.control.lanes;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.topic.Trim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What may be taken away from the docs topic where the run file does not say: what the target has acknowledged, if it
/// keeps that when a node crashes, else what was verified. The target is asked once a minute, as somebody may change
/// its settings.
///
/// A shard has what it has acknowledged on its disk with `index.translog.durability: request`, which is the servers'
/// default. Replicas that are asked for (`index.number_of_replicas`) are not enough: a write is acknowledged by the
/// copies that are in sync (`ReplicationOperation`), which may be the primary alone.
public final class UnsaidTrim implements Supplier<Trim> {
    private static final Logger LOG = LoggerFactory.getLogger(UnsaidTrim.class);
    private static final String DURABILITY = "index.translog.durability";
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final Settings settings;
    private final InstantSource clock;
    private Trim known = Trim.NEVER;
    private Instant next = Instant.MIN;

    /// The target's settings by full name, with the servers' defaults. Blocks.
    @FunctionalInterface
    public interface Settings {
        Map<String, String> read() throws ElasticException;
    }

    public UnsaidTrim(Settings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /// Nothing is taken away while the target does not tell.
    @Override
    public Trim get() {
        Instant now = clock.instant();
        if (!now.isBefore(next)) {
            next = now.plus(EVERY);
            try {
                known = of(settings.read());
            } catch (ElasticException e) {
                LOG.info("The docs topic is not trimmed while the target's settings are not known: {}", e.getMessage());
                known = Trim.NEVER;
            }
        }
        return known;
    }

    /// @param settings by full name, with the servers' defaults
    public static Trim of(Map<String, String> settings) {
        return settings.getOrDefault(DURABILITY, "").equalsIgnoreCase("request") ? Trim.WRITTEN : Trim.VERIFIED;
    }

    /// The same of a target as it is wanted, where what is not said is the servers' default.
    ///
    /// @param settings by full name
    public static Trim ofWanted(Map<String, String> settings) {
        return of(Map.of(DURABILITY, settings.getOrDefault(DURABILITY, "request")));
    }
}
