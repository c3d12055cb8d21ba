package io.shardstream.control.lanes;

import io.shardstream.common.record.Verified;
import io.shardstream.common.topic.Trim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away the starts of the lanes, every five seconds, as far as the operator allows and never above what every
/// writer has behind it.
///
/// It needs no fence. One that does this late, since it was frozen or deposed, deletes below offsets that were
/// committed when it asked; and what was committed once is committed for ever, unless a person rewinds a lane, who has
/// allowed the trimming too. A writer that is frozen finds the records that it wants next gone and asks the group where
/// to go on.
public final class Trimming {
    private static final Logger LOG = LoggerFactory.getLogger(Trimming.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private final Trim allowed;
    private final LaneStarts lanes;
    private final InstantSource clock;
    private List<Long> done = List.of();
    private Instant next = Instant.MIN;

    public Trimming(Trim allowed, LaneStarts lanes, InstantSource clock) {
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
            switch (allowed) {
                case NEVER -> {}
                case WRITTEN -> deleteBelow(lanes.written());
                case VERIFIED -> {
                    List<Long> covered = verified.get().map(Verified::offsets).orElse(List.of());
                    if (!covered.isEmpty()) {
                        deleteBelow(lower(covered, lanes.written()));
                    }
                }
            }
        } catch (KafkaException e) {
            next = now.plus(AFTER_FAILURE);
            LOG.warn("The docs topic is not trimmed, which is tried again in a minute: Kafka: {}", e.getMessage());
        }
    }

    private void deleteBelow(List<Long> offsets) {
        if (!offsets.equals(done)) {
            lanes.deleteBelow(offsets);
            done = offsets;
        }
    }

    private static List<Long> lower(List<Long> one, List<Long> other) {
        return IntStream.range(0, other.size())
                .mapToObj(lane -> Math.min(one.get(lane), other.get(lane)))
                .toList();
    }
}
