package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What may be taken away from the docs topic where the run file does not say: what the target has
/// acknowledged, if it keeps that when a node crashes, else what was verified. The target is asked once a
/// minute, as somebody may change its settings.
///
/// A shard has what it has acknowledged on its disk with `index.translog.durability: request`, which is the
/// servers' default. Replicas that are asked for (`index.number_of_replicas`) are not enough: a write is
/// acknowledged by the copies that are in sync (`ReplicationOperation`), which may be the primary alone.
public final class UnsaidTrim implements Supplier<Trim> {
    /// What follows where the target does not sync what it acknowledges, and what to do.
    public static final String UNSYNCED = "The docs topic is trimmed up to the last verification without a difference"
            + " only, and grows until the next: the target may lose what it has acknowledged (index.translog.durability"
            + " is not 'request'). Set it to 'request', run 'verify' now and then, or say docs.trim: written in the run"
            + " file.";

    private static final Logger LOG = LoggerFactory.getLogger(UnsaidTrim.class);
    private static final String DURABILITY = "index.translog.durability";
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final Settings settings;
    private final InstantSource clock;
    private final Consumer<String> warnings;
    private Trim known = Trim.NEVER;
    /// What people know: that is the usual, as long as they are not told otherwise.
    private Trim told = Trim.WRITTEN;
    private Instant next = Instant.MIN;

    /// The target's settings by full name, with the servers' defaults. Blocks.
    @FunctionalInterface
    public interface Settings {
        Map<String, String> read() throws ElasticException;
    }

    public UnsaidTrim(Settings settings, InstantSource clock) {
        this(settings, clock, LOG::warn);
    }

    /// @param warnings are told each time that something else than what is written goes from now on
    UnsaidTrim(Settings settings, InstantSource clock, Consumer<String> warnings) {
        this.settings = settings;
        this.clock = clock;
        this.warnings = warnings;
    }

    /// Nothing is taken away while the target does not tell.
    @Override
    public Trim get() {
        Instant now = clock.instant();
        if (!now.isBefore(next)) {
            next = now.plus(EVERY);
            try {
                known = of(settings.read());
                tell("");
            } catch (ElasticException e) {
                known = Trim.NEVER;
                tell(String.valueOf(e.getMessage()));
            }
        }
        return known;
    }

    private void tell(String why) {
        if (known == told) {
            return;
        }
        told = known;
        switch (known) {
            case WRITTEN -> LOG.info("The docs topic is trimmed again as soon as documents are written.");
            case VERIFIED -> warnings.accept(UNSYNCED);
            case NEVER ->
                warnings.accept("The docs topic is not trimmed and grows while the target does not tell its settings ("
                        + why + "): let the target's user read them, or say docs.trim in the run file.");
        }
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
