package io.shardstream.control.state.controller;

import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.RefusedUser;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.PlanChangedException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stands by until the group chooses this process, and lets it control then, on another thread, for as long
/// as the group does not choose another one. While Kafka is away nobody is chosen and nobody can take over:
/// then what this process has done to production is taken back when it is due.
final class ControllerLoop implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
    private static final String OUR_CODE = "io.shardstream.";
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final Duration BETWEEN_INTERRUPTS = Duration.ofMillis(100);
    /// In which a cut-over is taken back, by writing so, and then without Kafka if that did not do. Both
    /// together are less than the time that a process is given to end.
    private static final Duration TO_TAKE_BACK = Duration.ofMillis(2500);

    private static final Duration TO_RESCUE = Duration.ofSeconds(2);
    /// For an interrupt to end a thread that does not come round.
    private static final Duration TO_END = Duration.ofSeconds(1);
    /// A take-over that Kafka does not answer takes as long.
    private static final Duration TO_TAKE_OVER = KafkaJournal.PATIENCE.plus(BETWEEN_TRIES);

    private final ControllerGroup group;
    private final Supplier<Journal> journals;
    private final ActiveController controlling;
    private final Rescue rescue;
    private final StallWatch stalls;
    private final Turn turn;
    private final AccessRefusals refusals;
    private final InstantSource clock;
    private Instant notBefore = Instant.MIN;
    private @Nullable Instant othersUntil;
    private @Nullable Thread thread;
    private boolean isKafkaAway;
    private boolean wasRescue;
    private volatile boolean isClosing;
    private boolean isStalled;
    private CompletableFuture<Void> end = CompletableFuture.completedFuture(null);

    /// @param rescue what is taken back while Kafka is away
    /// @param stalls of the thread that controls the run
    /// @param turn of this process, where production waits for too long
    /// @param refusals told where a cluster does not let the controller in, which begins anew until it does
    ControllerLoop(
            ControllerGroup group,
            Supplier<Journal> journals,
            ActiveController controlling,
            Rescue rescue,
            StallWatch stalls,
            Turn turn,
            AccessRefusals refusals,
            InstantSource clock) {
        this.group = group;
        this.journals = journals;
        this.controlling = controlling;
        this.rescue = rescue;
        this.stalls = stalls;
        this.turn = turn;
        this.refusals = refusals;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "controller";
    }

    /// Whether this process may control the run, and stands by at least. Asked by any thread.
    boolean hasJoined() {
        return group.hasJoined();
    }

    @Override
    public int doWork() {
        if (isOthersTurn()) {
            return 0;
        }
        group.poll();
        if (end.isDone()) {
            standByOrBegin();
        } else if (controlling.isCuttingOver() && stalls.isStalled(clock.instant())) {
            isStalled = true;
            throw new BlockedException(stalled());
        } else if (!group.isChosen()) {
            LOG.info("Another process controls the run from now on: this one stands by");
            stop();
        } else if (turn.isOver(clock.instant(), stalls.due())) {
            giveOthersTheirTurn();
        }
        return 0;
    }

    /// Whoever takes over meets what this one may have sent as it does after a crash.
    private void giveOthersTheirTurn() {
        LOG.warn("A write block lasts for longer than it may, and this process, which controls the run, cannot lift it:"
                + " it lets others try, which may reach a cluster that it does not reach");
        stop();
        group.leave();
        othersUntil = turn.end(clock.instant());
    }

    private boolean isOthersTurn() {
        if (othersUntil == null) {
            return false;
        }
        if (clock.instant().isBefore(othersUntil)) {
            return true;
        }
        othersUntil = null;
        group.join();
        return false;
    }

    private String stalled() {
        return "While a cut-over or a rollback keeps applications from writing, the thread of this process that"
                + " controls the run has not gone on for " + stalls.limit().toSeconds() + " s: it waits at "
                + where() + ". This process ends, so that another one can lift the"
                + " write block. See whether the files and programs that the run file names can be read, then start"
                + " it again.";
    }

    private String where() {
        StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        Optional<String> ours = Arrays.stream(stack)
                .map(StackTraceElement::toString)
                .filter(frame -> frame.contains(OUR_CODE))
                .findFirst();
        return stack.length == 0
                ? "its end"
                : stack[0] + ours.map(frame -> ", called by " + frame).orElse("");
    }

    private void standByOrBegin() {
        if (thread != null) {
            thread = null;
            notBefore = clock.instant().plus(BETWEEN_TRIES);
            isKafkaAway &= wasRescue;
            afterEnd();
        } else if (!controlling.isOver() && !clock.instant().isBefore(notBefore)) {
            rescueOrControl();
        }
    }

    /// Shortly before something is to be rescued no take-over is begun: it would last beyond that time. A
    /// rescue that did not do is followed by an attempt to take over, as Kafka may be back.
    private void rescueOrControl() {
        Instant now = clock.instant();
        boolean isControlsTurn = wasRescue && group.isChosen();
        Optional<Instant> due = isKafkaAway && !isControlsTurn ? rescue.due() : Optional.empty();
        if (due.filter(time -> !now.isBefore(time)).isPresent()) {
            wasRescue = true;
            begin(rescue::attempt);
        } else if (group.isChosen()
                && due.filter(time -> now.plus(TO_TAKE_OVER).isAfter(time)).isEmpty()) {
            wasRescue = false;
            turn.begins(now);
            begin(this::control);
        }
    }

    /// @throws RuntimeException what ended the controlling, if another try would end so too
    private void afterEnd() {
        try {
            end.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case DeposedException deposed -> {
                    rescue.letGo();
                    LOG.warn("This process controls the run no longer: {}. It stands by", deposed.getMessage());
                    group.rejoin();
                }
                case InterruptedException _ -> rescue.letGo();
                case InterruptException _ -> rescue.letGo();
                case BlockedException blocked -> throw blocked;
                case PlanChangedException changed -> throw changed;
                case KafkaException refused when KafkaRefusal.is(refused) -> throw refused;
                case KafkaException kafka -> {
                    isKafkaAway = true;
                    LOG.warn("Controlling begins anew: Kafka: {}", kafka.getMessage());
                }
                case ElasticException access
                when access.isOfAccess() -> {
                    LOG.warn("Controlling begins anew: {}", access.inSentence());
                    refusals.refused(name(), RefusedUser.sentence(access));
                }
                case ElasticException away -> LOG.warn("Controlling begins anew: {}", away.inSentence());
                case IOException away -> LOG.warn("Controlling begins anew: the {}", away.getMessage());
                case null, default -> throw e;
            }
        }
    }

    private interface Job {
        void run() throws Exception;
    }

    private void begin(Job job) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        end = over;
        isClosing = false;
        thread = Thread.ofPlatform().name("controlling").start(() -> {
            try {
                job.run();
                over.complete(null);
            } catch (Throwable e) {
                over.completeExceptionally(e);
            }
        });
    }

    private void control() throws Exception {
        try (Journal journal = stalls.watched(journals.get())) {
            try {
                controlling.run(journal);
            } finally {
                // An interrupted Kafka client complains of it when it is closed.
                isClosing = true;
                boolean _ = Thread.interrupted();
            }
        }
    }

    /// Waits for the thread to end, unless that stands still behind a write block.
    private void stop() {
        Thread controlling = thread;
        Instant last = isStalled ? clock.instant().plus(TO_END) : Instant.MAX;
        while (controlling != null && !end.isDone() && clock.instant().isBefore(last) && goesOn()) {
            if (!isClosing) {
                // A client that is interrupted may swallow it.
                controlling.interrupt();
            }
            LockSupport.parkNanos(BETWEEN_INTERRUPTS.toNanos());
            // Whoever closes this loop may interrupt the step that waits here, which would not wait at all then.
            boolean _ = Thread.interrupted();
        }
    }

    /// Whether the thread may still come round that is being stopped.
    private boolean goesOn() {
        return isStalled || !stalls.isStalled(clock.instant());
    }

    /// Whoever has blocked production takes that back before it leaves, unless its thread does not go on:
    /// then another process does.
    @Override
    public void close() {
        controlling.leave();
        if (controlling.isCuttingOver() && !isStalled) {
            await(TO_TAKE_BACK);
        }
        stop();
        if (end.isDone() && group.isChosen() && !isDeposed() && rescue.due().isPresent()) {
            begin(rescue::attempt);
            await(TO_RESCUE);
            stop();
        }
        group.close();
    }

    private boolean isDeposed() {
        return end.isCompletedExceptionally() && end.exceptionNow() instanceof DeposedException;
    }

    private void await(Duration limit) {
        Instant last = clock.instant().plus(limit);
        while (!end.isDone() && clock.instant().isBefore(last)) {
            LockSupport.parkNanos(BETWEEN_INTERRUPTS.toNanos());
        }
    }
}
