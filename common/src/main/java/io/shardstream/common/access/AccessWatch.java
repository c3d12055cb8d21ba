package io.shardstream.common.access;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// A loop that stops when a part of the index is hidden from its user, and begins only when that was looked at: roles
/// can be changed at any time, and searches do not say what they leave out.
public final class AccessWatch implements Loop {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Loop loop;
    private final String role;
    private final Look look;
    private final Refusals refusals;
    private final Executor threads;
    private final InstantSource clock;
    private Instant askedAt = Instant.MIN;
    private boolean wasLookedAt;
    private boolean isKnown;
    private @Nullable CompletableFuture<Optional<String>> asked;

    /// Looks whether anything is hidden.
    @FunctionalInterface
    public interface Look {
        /// A sentence if something is.
        Optional<String> now() throws ElasticException;
    }

    /// @param loop what is stepped
    /// @param role `source` or `target`
    /// @param refusals told where the cluster does not let the user in
    /// @param threads that look
    public AccessWatch(Loop loop, String role, Look look, Refusals refusals, Executor threads, InstantSource clock) {
        this.loop = loop;
        this.role = role;
        this.look = look;
        this.refusals = refusals;
        this.threads = threads;
        this.clock = clock;
    }

    /// Watches a loop that reads the index.
    public static AccessWatch of(Loop loop, ElasticCluster cluster, String index, Refusals refusals) {
        return new AccessWatch(
                loop,
                cluster.name(),
                () -> HiddenDocuments.of(cluster, index),
                refusals,
                task -> Thread.ofVirtual().name("access").start(task),
                new SteadyClock());
    }

    @Override
    public String name() {
        return loop.name();
    }

    /// @throws BlockedException if something is hidden, or if the loop is blocked by something else
    @Override
    public int doWork() {
        look(clock.instant());
        return wasLookedAt ? loop.doWork() : 0;
    }

    private void look(Instant now) {
        CompletableFuture<Optional<String>> answer = asked;
        if (answer == null) {
            // As long as it was never told it is asked again soon.
            if (askedAt.equals(Instant.MIN) || !now.isBefore(askedAt.plus(isKnown ? EVERY : SOON))) {
                askedAt = now;
                asked = CompletableFuture.supplyAsync(this::ask, threads);
            }
        } else if (answer.isDone()) {
            asked = null;
            judge(answer);
        }
    }

    private Optional<String> ask() {
        try {
            return look.now();
        } catch (ElasticException e) {
            throw new CompletionException(e);
        }
    }

    /// Who is not let in, or reaches nobody, cannot read either, and is told so by what it reads. Who is told to ask
    /// another time might read all the same.
    private void judge(CompletableFuture<Optional<String>> answer) {
        String key = "access to the " + role;
        try {
            Optional<String> hidden = answer.join();
            isKnown = true;
            wasLookedAt = true;
            refusals.passed(key);
            hidden.ifPresent(sentence -> {
                throw new BlockedException(sentence + " If the run was reading meanwhile, 'verify --repair' brings what"
                        + " is missing when that is done.");
            });
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof ElasticException failure)) {
                return;
            }
            wasLookedAt |= failure.isOfAccess() || failure instanceof ElasticException.Unreachable;
            if (failure.isOfAccess()) {
                refusals.refused(key, RefusedUser.sentence(role, failure));
            }
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
