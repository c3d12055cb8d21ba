package io.shardstream.control.controller;

import io.shardstream.common.access.Refusals;
import io.shardstream.common.access.RefusedUser;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.PlanChangedException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stands by until the group chooses this process, and lets it control then, on another thread, for as long
/// as the group does not choose another one.
final class ControllerLoop implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final Duration BETWEEN_INTERRUPTS = Duration.ofMillis(100);

    private final ControllersGroup group;
    private final Supplier<Journal> journals;
    private final Controlling controlling;
    private final Refusals refusals;
    private final InstantSource clock;
    private Instant notBefore = Instant.MIN;
    private @Nullable Thread thread;
    private volatile boolean isClosing;
    private CompletableFuture<Void> end = CompletableFuture.completedFuture(null);

    /// @param refusals told where a cluster does not let the controller in, which begins anew for as long as it takes
    ControllerLoop(
            ControllersGroup group,
            Supplier<Journal> journals,
            Controlling controlling,
            Refusals refusals,
            InstantSource clock) {
        this.group = group;
        this.journals = journals;
        this.controlling = controlling;
        this.refusals = refusals;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "controller";
    }

    @Override
    public int doWork() {
        group.poll();
        if (end.isDone()) {
            standByOrBegin();
        } else if (!group.isChosen()) {
            LOG.info("Another process controls the run from now on: this one stands by");
            stop();
        }
        return 0;
    }

    private void standByOrBegin() {
        if (thread != null) {
            thread = null;
            notBefore = clock.instant().plus(BETWEEN_TRIES);
            afterEnd();
        } else if (group.isChosen() && !clock.instant().isBefore(notBefore)) {
            begin();
        }
    }

    /// @throws RuntimeException what ended the controlling, if another try would end so too
    private void afterEnd() {
        try {
            end.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case DeposedException deposed -> {
                    LOG.warn("This process controls the run no longer: {}. It stands by", deposed.getMessage());
                    group.rejoin();
                }
                case InterruptedException _ -> {}
                case BlockedException blocked -> throw blocked;
                case PlanChangedException changed -> throw changed;
                case KafkaException refused when KafkaRefusal.is(refused) -> throw refused;
                case KafkaException kafka -> LOG.warn("Controlling begins anew: Kafka: {}", kafka.getMessage());
                case ElasticException access
                when access.isOfAccess() -> {
                    LOG.warn("Controlling begins anew: the {}", access.getMessage());
                    refusals.refused(name(), RefusedUser.sentence(access));
                }
                case IOException away -> LOG.warn("Controlling begins anew: the {}", away.getMessage());
                case null, default -> throw e;
            }
        }
    }

    private void begin() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        end = over;
        isClosing = false;
        thread = Thread.ofPlatform().name("controlling").start(() -> {
            try (Journal journal = journals.get()) {
                control(journal);
                over.complete(null);
            } catch (Throwable e) {
                over.completeExceptionally(e);
            }
        });
    }

    private void control(Journal journal) throws Exception {
        try {
            controlling.run(journal);
        } finally {
            // An interrupted Kafka client complains of it when it is closed.
            isClosing = true;
            boolean _ = Thread.interrupted();
        }
    }

    private void stop() {
        Thread controlling = thread;
        while (controlling != null && !end.isDone()) {
            if (!isClosing) {
                // A client that is interrupted may swallow it.
                controlling.interrupt();
            }
            LockSupport.parkNanos(BETWEEN_INTERRUPTS.toNanos());
        }
    }

    @Override
    public void close() {
        stop();
        group.close();
    }
}
