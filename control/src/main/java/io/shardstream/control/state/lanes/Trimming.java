package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.record.Verified;
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
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away the starts of the lanes, once a minute, as far as the operator allows and never above what
/// every writer has behind it. These are some of the lanes each time ([TrimmedLanes#LANES]), the next ones
/// five seconds later, since Kafka has to be asked about each by itself and the controller waits for it: with
/// a thousand each has its turn within four minutes. What is about to be taken away is noted in the run
/// before, in case the group loses its offsets.
///
/// It needs no fence. One that does this late, since it was frozen or deposed, deletes below offsets that
/// were committed when it asked; and what was committed once is committed for ever, unless a person rewinds a
/// lane, who has allowed the trimming too. A writer that is frozen finds the records that it wants next gone
/// and asks the group where to go on.
public final class Trimming {
    private static final Logger LOG = LoggerFactory.getLogger(Trimming.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    /// Brokers free what is taken away some minutes later, and each turn leaves a record in the control
    /// topic.
    private static final Duration BETWEEN_TURNS = Duration.ofMinutes(1);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
    /// Before segments are made longer: a target that does not answer for a while is no reason.
    private static final Duration UNTIL_LONGER = Duration.ofMinutes(10);

    private final Supplier<Trim> allowed;
    private final LaneStarts lanes;
    private final InstantSource clock;
    private final Map<Integer, Long> done = new HashMap<>();
    private int turn;
    /// Below this lane each has its turn by itself, since Kafka did not answer for some of them together.
    private int aloneBelow;
    /// What segments were last made, as far as Kafka lets that be changed; [Segments#UNKNOWN] after a failure.
    private Segments segments = Segments.UNKNOWN;
    private Instant nextSegments = Instant.MIN;
    /// Since when nothing goes as soon as it is written; empty while it does.
    private Optional<Instant> keptSince = Optional.empty();
    private Instant next = Instant.MIN;

    /// @param allowed what may be taken away now
    public Trimming(Supplier<Trim> allowed, LaneStarts lanes, InstantSource clock) {
        this.allowed = allowed;
        this.lanes = lanes;
        this.clock = clock;
    }

    /// Has it written down for good how far lanes may be taken away, before they are.
    @FunctionalInterface
    public interface Noting {
        /// @param first the first of these lanes
        /// @param offsets of that lane and those after it: every record below has its outcome; 0 where nobody
        ///     asked
        void note(int first, List<Long> offsets);
    }

    /// @param verified the last verification of the run, read only where it counts
    /// @param noting what it throws is for whoever called
    public void trimIfDue(Supplier<Optional<Verified>> verified, Noting noting) {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return;
        }
        next = now.plus(EVERY);
        List<Long> offsets;
        try {
            offsets = switch (allowed.get()) {
                case NEVER -> {
                    lengthenSegments(now);
                    yield List.of();
                }
                case WRITTEN -> {
                    shortenSegments(now);
                    yield wanted(_ -> Long.MAX_VALUE);
                }
                case VERIFIED -> {
                    lengthenSegments(now);
                    List<Long> covered = verified.get().map(Verified::offsets).orElse(List.of());
                    yield covered.isEmpty() ? List.of() : wanted(covered::get);
                }
            };
        } catch (KafkaException e) {
            leave(now, e);
            return;
        }
        if (offsets.stream().anyMatch(offset -> offset > 0)) {
            if (turn == 0) {
                next = now.plus(BETWEEN_TURNS);
            }
            note(offsets, noting);
            delete(offsets, now);
        }
    }

    private void leave(Instant now, KafkaException e) {
        next = now.plus(AFTER_FAILURE);
        LOG.warn("The docs topic is not trimmed, which is tried again in a minute: Kafka: {}", e.getMessage());
    }

    private enum Segments {
        UNKNOWN,
        SHORT,
        LONG
    }

    /// Only whole segments are freed. It saves room and nothing else, so it is tried until it is done or
    /// refused.
    private void shortenSegments(Instant now) {
        keptSince = Optional.empty();
        change(
                Segments.SHORT,
                now,
                lanes::shortenSegments,
                why -> LOG.info("Segments of the docs topic stay as long as they are, so that less is freed: {}", why),
                why -> LOG.info(
                        "Segments of the docs topic are not shortened yet, which is tried again in a minute: {}", why));
    }

    /// Much lies in many short ones where nothing goes any more: a broker may have no room for their files
    /// and mapped memory. A process before this one may have shortened them.
    private void lengthenSegments(Instant now) {
        Instant since = keptSince.orElse(now);
        keptSince = Optional.of(since);
        if (now.isBefore(since.plus(UNTIL_LONGER))) {
            return;
        }
        change(
                Segments.LONG,
                now,
                lanes::lengthenSegments,
                why -> LOG.warn(
                        "Segments of the docs topic cannot be made longer, now that it is not trimmed as soon as"
                                + " documents are written: {}. See that brokers have room for many files and memory maps"
                                + " (vm.max_map_count), or delete segment.bytes of the topic by hand",
                        why),
                why -> LOG.info(
                        "Segments of the docs topic are not made longer yet, which is tried again in a minute: {}",
                        why));
    }

    private void change(
            Segments wanted, Instant now, Runnable change, Consumer<String> refused, Consumer<String> unanswered) {
        if (segments == wanted || now.isBefore(nextSegments)) {
            return;
        }
        nextSegments = now.plus(AFTER_FAILURE);
        segments = Segments.UNKNOWN;
        try {
            change.run();
            segments = wanted;
        } catch (InvalidConfigurationException | InvalidRequestException | PolicyViolationException e) {
            // Neither does it pass that a client is not authorized, or too new for the brokers: these are of
            // the first.
            segments = wanted;
            refused.accept(e.getMessage());
        } catch (KafkaException e) {
            unanswered.accept(e.getMessage());
        }
    }

    /// Some lanes that are noted together.
    ///
    /// @param most by lane, below which offset records may be taken away
    /// @return by lane, below which they are to be; 0 for those that are left alone this time
    private List<Long> wanted(IntToLongFunction most) {
        Set<Integer> asked = new TreeSet<>();
        List<Long> written;
        try {
            written = lanes.written((lane, offset) -> {
                boolean isWanted = lane >= turn
                        && (asked.isEmpty() || isBeside(lane, Collections.max(asked)))
                        && Math.min(offset, most.applyAsLong(lane)) > done.getOrDefault(lane, 0L);
                return isWanted && asked.add(lane);
            });
        } catch (KafkaException e) {
            passOver(asked);
            throw e;
        }
        int after = asked.isEmpty() ? 0 : after(Collections.max(asked));
        turn = after < written.size() ? after : 0;
        aloneBelow = turn < aloneBelow && turn > 0 ? aloneBelow : 0;
        return IntStream.range(0, written.size())
                .mapToObj(lane -> Math.min(most.applyAsLong(lane), written.get(lane)))
                .toList();
    }

    /// One lane that has no leader must not keep the others from being trimmed.
    private void passOver(Set<Integer> unanswered) {
        if (unanswered.size() == 1) {
            turn = after(Collections.max(unanswered));
        } else if (unanswered.size() > 1) {
            aloneBelow = TrimmedLanes.firstOf(Collections.max(unanswered)) + TrimmedLanes.LANES;
        }
    }

    private int after(int lane) {
        return lane < aloneBelow ? lane + 1 : TrimmedLanes.firstOf(lane) + TrimmedLanes.LANES;
    }

    private boolean isBeside(int lane, int other) {
        return lane >= aloneBelow && TrimmedLanes.firstOf(lane) == TrimmedLanes.firstOf(other);
    }

    /// A writer whose group has lost its offsets finds there that nothing was lost.
    private static void note(List<Long> offsets, Noting noting) {
        int lane = IntStream.range(0, offsets.size())
                .filter(one -> offsets.get(one) > 0)
                .findFirst()
                .orElseThrow();
        int first = TrimmedLanes.firstOf(lane);
        noting.note(first, offsets.subList(first, Math.min(offsets.size(), first + TrimmedLanes.LANES)));
    }

    private void delete(List<Long> offsets, Instant now) {
        try {
            lanes.deleteBelow(offsets);
        } catch (KafkaException e) {
            leave(now, e);
            return;
        }
        IntStream.range(0, offsets.size())
                .filter(lane -> offsets.get(lane) > 0)
                .forEach(lane -> done.merge(lane, offsets.get(lane), Math::max));
    }
}
