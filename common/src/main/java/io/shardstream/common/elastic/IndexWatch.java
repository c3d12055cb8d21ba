package io.shardstream.common.elastic;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A loop that stops when the index that it works with is not as it must be, and begins only when that was
/// looked at: a part of it may be hidden from the user, since roles can be changed at any time and searches
/// do not say what they leave out, or it may be another index of the same name.
public final class IndexWatch implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(IndexWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Loop loop;
    private final String role;
    private final Begin begin;
    private final Runnable meanwhile;
    private final Look look;
    private final AccessRefusals refusals;
    private final Executor threads;
    private final InstantSource clock;
    private Instant askedAt = Instant.MIN;
    private boolean wasLookedAt;
    private boolean isKnown;
    /// Whether a look that broke was told since one did not.
    private boolean isFailureTold;
    private @Nullable CompletableFuture<Optional<String>> asked;

    /// Looks whether the index is as it must be.
    @FunctionalInterface
    public interface Look {
        /// A sentence if it is not.
        Optional<String> now() throws ElasticException;
    }

    /// When a loop begins whose cluster cannot be reached.
    public enum Begin {
        /// At once: it reads, and what it cannot reach it cannot read either.
        UNSEEN,
        /// Once somebody has told what the index is: it changes the index, and a node that is reached later
        /// may be one of another cluster.
        SEEN
    }

    /// @param loop what is stepped
    /// @param role `source` or `target`
    /// @param begin for a cluster that cannot be reached
    /// @param meanwhile done in each step before the loop has begun, such as hearing that nothing is left to
    ///     do
    /// @param refusals told where the cluster does not let the user in
    /// @param threads that look
    public IndexWatch(
            Loop loop,
            String role,
            Begin begin,
            Runnable meanwhile,
            Look look,
            AccessRefusals refusals,
            Executor threads,
            InstantSource clock) {
        this.loop = loop;
        this.role = role;
        this.begin = begin;
        this.meanwhile = meanwhile;
        this.look = look;
        this.refusals = refusals;
        this.threads = threads;
        this.clock = clock;
    }

    /// Watches a loop that reads the index: nothing may be hidden from its user.
    public static IndexWatch ofReading(Loop loop, ElasticCluster cluster, String index, AccessRefusals refusals) {
        return of(
                loop,
                cluster,
                Begin.UNSEEN,
                () -> {},
                () -> HiddenDocuments.of(cluster, index)
                        .map(sentence ->
                                sentence + " If the run was reading meanwhile, 'verify --repair' brings what is"
                                        + " missing when that is done."),
                refusals);
    }

    /// Watches a loop that writes into an index of that cluster.
    ///
    /// @param meanwhile done in each step before the loop has begun
    public static IndexWatch ofWriting(
            Loop loop, ElasticCluster cluster, Runnable meanwhile, Look look, AccessRefusals refusals) {
        return of(loop, cluster, Begin.SEEN, meanwhile, look, refusals);
    }

    private static IndexWatch of(
            Loop loop, ElasticCluster cluster, Begin begin, Runnable meanwhile, Look look, AccessRefusals refusals) {
        return new IndexWatch(
                loop,
                cluster.name(),
                begin,
                meanwhile,
                look,
                refusals,
                task -> Thread.ofVirtual().name("index-watch").start(task),
                new SteadyClock());
    }

    @Override
    public String name() {
        return loop.name();
    }

    /// @throws BlockedException if the index is not as it must be, or if the loop is blocked by something else
    @Override
    public int doWork() {
        look(clock.instant());
        if (wasLookedAt) {
            return loop.doWork();
        }
        meanwhile.run();
        return 0;
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

    /// Who is not let in cannot read or write either, and is told so by what it reads or writes. Who is told
    /// to ask another time might do so all the same.
    private void judge(CompletableFuture<Optional<String>> answer) {
        String key = "access to the " + role;
        try {
            Optional<String> problem = answer.join();
            isKnown = true;
            isFailureTold = false;
            wasLookedAt = true;
            refusals.passed(key);
            problem.ifPresent(sentence -> {
                throw new BlockedException(sentence);
            });
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof ElasticException failure)) {
                if (!isFailureTold) {
                    LOG.warn("It could not be seen whether the index of the {} is as it must be", role, e.getCause());
                }
                isFailureTold = true;
                return;
            }
            wasLookedAt |=
                    failure.isOfAccess() || (begin == Begin.UNSEEN && failure instanceof ElasticException.Unreachable);
            if (failure.isOfAccess()) {
                refusals.refused(key, RefusedUser.sentence(role, failure));
            } else if (!wasLookedAt) {
                refusals.refused(
                        key,
                        "The " + role + " does not say what this process needs to know of its index before it begins: "
                                + failure.getMessage() + ". It goes on by itself then.");
            }
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
