package io.shardstream.control.lanes;

import io.shardstream.common.record.Verified;
import io.shardstream.common.topic.Trim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away the starts of the lanes, every five seconds, as far as the operator allows and never above what every
/// writer has behind it. Each time these are some of the lanes, in turn, since Kafka has to be asked about each by
/// itself and the controller waits for it.
///
/// It needs no fence. One that does this late, since it was frozen or deposed, deletes below offsets that were
/// committed when it asked; and what was committed once is committed for ever, unless a person rewinds a lane, who has
/// allowed the trimming too. A writer that is frozen finds the records that it wants next gone and asks the group where
/// to go on.
public final class Trimming {
    private static final Logger LOG = LoggerFactory.getLogger(Trimming.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private final Supplier<Trim> allowed;
    private final LaneStarts lanes;
    private final InstantSource clock;
    /// Lanes that Kafka is asked about each time: with a thousand each has its turn within three minutes.
    private static final int LANES_AT_ONCE = 32;

    private final Map<Integer, Long> done = new HashMap<>();
    private int turn;
    private boolean isShortened;
    private Instant nextShortening = Instant.MIN;
    private Instant next = Instant.MIN;

    /// @param allowed what may be taken away now
    public Trimming(Supplier<Trim> allowed, LaneStarts lanes, InstantSource clock) {
        this.allowed = allowed;
        this.lanes = lanes;
        this.clock = clock;
    }

    /// @param verified the last verification of the run, read only where it counts
    public void trimIfDue(Supplier<Optional<Verified>> verified) {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return;
        }
        next = now.plus(EVERY);
        try {
            switch (allowed.get()) {
                case NEVER -> {}
                case WRITTEN -> {
                    shortenSegments(now);
                    trim(_ -> Long.MAX_VALUE);
                }
                case VERIFIED -> {
                    List<Long> covered = verified.get().map(Verified::offsets).orElse(List.of());
                    if (!covered.isEmpty()) {
                        trim(covered::get);
                    }
                }
            }
        } catch (KafkaException e) {
            next = now.plus(AFTER_FAILURE);
            LOG.warn("The docs topic is not trimmed, which is tried again in a minute: Kafka: {}", e.getMessage());
        }
    }

    /// Only whole segments are freed. It saves room and nothing else, so it is tried until it is done or refused.
    private void shortenSegments(Instant now) {
        if (isShortened || now.isBefore(nextShortening)) {
            return;
        }
        nextShortening = now.plus(AFTER_FAILURE);
        try {
            lanes.shortenSegments();
            isShortened = true;
        } catch (InvalidConfigurationException | InvalidRequestException | PolicyViolationException e) {
            // Neither does it pass that a client is not authorized, or too new for the brokers: these are of the first.
            isShortened = true;
            LOG.info("Segments of the docs topic stay as long as they are, so that less is freed: {}", e.getMessage());
        } catch (KafkaException e) {
            LOG.info(
                    "Segments of the docs topic are not shortened yet, which is tried again in a minute: {}",
                    e.getMessage());
        }
    }

    /// @param most by lane, below which offset records may be taken away
    private void trim(IntToLongFunction most) {
        Set<Integer> asked = new TreeSet<>();
        List<Long> written = lanes.written((lane, offset) -> {
            boolean isWanted = lane >= turn
                    && asked.size() < LANES_AT_ONCE
                    && Math.min(offset, most.applyAsLong(lane)) > done.getOrDefault(lane, 0L);
            return isWanted && asked.add(lane);
        });
        turn = asked.size() < LANES_AT_ONCE ? 0 : Collections.max(asked) + 1;
        List<Long> offsets = IntStream.range(0, written.size())
                .mapToObj(lane -> Math.min(most.applyAsLong(lane), written.get(lane)))
                .toList();
        if (offsets.stream().anyMatch(offset -> offset > 0)) {
            lanes.deleteBelow(offsets);
            asked.forEach(lane -> done.merge(lane, offsets.get(lane), Math::max));
        }
    }
}
