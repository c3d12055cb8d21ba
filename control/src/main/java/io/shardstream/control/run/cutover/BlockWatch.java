package io.shardstream.control.run.cutover;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.Loop;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a cut-over or a rollback that has writes blocked and whose controller is gone, in a process that does
/// not control the run otherwise. While nothing is blocked it asks nobody anything: it looks at what the
/// process has read of the control topic. When writes are blocked and no controller has told anything for a
/// while, it asks Kafka whether there is one, and takes the run over only if there is none.
///
/// Several processes may do so at once: the group of controllers chooses one of them, and the others stand by
/// in case that one is lost too. All times are counted from when this process has seen something, by its own
/// clock.
public final class BlockWatch implements Loop {
    /// Between two looks whether there is a controller.
    static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    /// How long it leaves the run to others after a turn that did not do.
    static final Duration BETWEEN_TURNS = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(BlockWatch.class);

    private final String part;
    private final Supplier<ControlRecords> said;
    private final Duration silence;
    private final Duration turn;
    private final Lookout lookout;
    private final Relief.Starter starter;
    private final InstantSource clock;
    private final RandomGenerator random;
    private ControlRecords seen = ControlRecords.NONE;
    private boolean areRefused;
    private @Nullable LastStep last;
    private Instant next = Instant.MIN;
    private @Nullable Relief relief;
    private Instant turnEnds = Instant.MAX;
    private volatile Optional<String> trouble = Optional.empty();

    /// @param part what this process is, such as `reader`, for people
    /// @param said what the control topic said when this process last heard of it
    /// @param silence how long no controller has told anything before anybody is asked
    /// @param turn for how long it tries; then it is another process's turn, which may reach what this one
    ///     does not
    /// @param random spreads what several processes do
    public BlockWatch(
            String part,
            Supplier<ControlRecords> said,
            Duration silence,
            Duration turn,
            Lookout lookout,
            Relief.Starter starter,
            InstantSource clock,
            RandomGenerator random) {
        this.part = part;
        this.said = said;
        this.silence = silence;
        this.turn = turn;
        this.lookout = lookout;
        this.starter = starter;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public String name() {
        return "block watch";
    }

    /// Why this process cannot end what is left, as a sentence; empty if nothing is in its way, or nothing is
    /// left.
    public Optional<String> trouble() {
        return trouble;
    }

    @Override
    public int doWork() {
        look();
        if (relief != null) {
            // Also where nothing is blocked any more: it finishes what it has begun.
            attend(relief);
        } else if (!areRefused) {
            rest();
        } else if (!clock.instant().isBefore(next)) {
            lookForController();
        }
        return 0;
    }

    private void look() {
        ControlRecords now = said.get();
        if (now == seen) {
            return;
        }
        seen = now;
        areRefused = LeftWrites.areRefused(now);
        LastStep told = areRefused ? LastStep.in(now) : null;
        if (told != null && !told.equals(last) && relief == null) {
            // After a turn of its own it waits for the longer of both.
            next = later(next, in(silence));
        }
        last = told;
    }

    private void rest() {
        next = Instant.MIN;
        trouble = Optional.empty();
    }

    private void lookForController() {
        next = in(BETWEEN_LOOKS);
        try {
            if (lookout.controllers() > 0) {
                trouble = Optional.empty();
                return;
            }
            LOG.warn(
                    "This run has blocked writes, and no process controls it. The {} lifts the block, or finishes the move"
                            + " if production has already moved.",
                    part);
            relief = starter.start();
            turnEnds = clock.instant().plus(turn);
        } catch (RuntimeException e) {
            fails(e);
        }
    }

    /// It is tried again: Kafka may be back, and a user may be given what it may not do now.
    private void fails(RuntimeException failure) {
        Optional<String> refusal = failure instanceof RunRefusedException
                ? Optional.ofNullable(failure.getMessage())
                : KafkaRefusal.sentence(failure);
        if (refusal.isPresent()) {
            isInTheWay(refusal.get());
            next = in(BETWEEN_TURNS);
        } else if (failure instanceof KafkaException) {
            LOG.warn(
                    "Kafka cannot be asked whether a process controls the run, which has blocked writes. This is tried"
                            + " again: {}",
                    failure.getMessage());
        } else {
            LOG.warn("The {} could not take the run over", part, failure);
            next = in(BETWEEN_TURNS);
        }
    }

    private void attend(Relief at) {
        Optional<String> why = at.trouble();
        if (areRefused) {
            why.ifPresent(this::isInTheWay);
        } else {
            trouble = Optional.empty();
        }
        if (why.isPresent() || at.isOver() || !clock.instant().isBefore(turnEnds)) {
            close(at);
            next = in(BETWEEN_TURNS);
        }
    }

    private void isInTheWay(String why) {
        String sentence = "This run has blocked writes, no process controls it, and the " + part
                + " cannot lift the block: " + why + " Start 'control', or run 'abort'.";
        if (!trouble.equals(Optional.of(sentence))) {
            LOG.warn("{}", sentence);
        }
        trouble = Optional.of(sentence);
    }

    private void close(Relief at) {
        relief = null;
        at.close();
        LOG.info("The {} lets the run go: {}", part, areRefused ? "writes may still be blocked" : "nothing is blocked");
    }

    private Instant in(Duration time) {
        return clock.instant().plus(time).plusMillis(random.nextLong(BETWEEN_LOOKS.toMillis()));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    @Override
    public void close() {
        if (relief != null) {
            close(relief);
        }
    }
}
