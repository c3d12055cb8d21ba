package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.common.shard.UnrefreshedException;
import io.shardstream.control.index.SideBySide;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Asks shards and takes only answers that hold: from one copy that was the primary before and after. What
/// passes by itself, such as a primary that moves, is waited for. Blocks.
public final class Asking {
    private static final int TRIES = 40;
    /// Together twice as long as what an index with `index.translog.durability: async` takes at most to sync
    /// what it has, by default.
    private static final int LOOKS = 200;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(250);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Duration BETWEEN_LATE_LOOKS = Duration.ofMillis(500);
    /// Below every checkpoint, also of an index that has not made a single operation durable.
    private static final long NOTHING = -2;

    /// Refreshes that others have asked for too may have begun too early.
    private static final int ASKED_TO_REFRESH = 3;

    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /// Shards that are looked for, refreshed and waited for at the same time. They share what is asked for
    /// that, so more of them mean fewer requests for each.
    static final int SHARDS_AT_ONCE = 64;

    /// What a shard shows is looked at again if its node's turn came later than that: what is written
    /// meanwhile is not in the answer.
    private static final Duration LONG_AGO = Duration.ofSeconds(5);

    private final Sleeper sleeper;
    private final int shardsAtOnce;
    private final NodeTurns turns;
    private final LongSupplier nanoTime;

    /// @param sleeper how to wait; also told before each question, with a time of zero, and may end it by
    ///     throwing
    public Asking(Sleeper sleeper) {
        this(sleeper, 1);
    }

    /// @param sleeper the same; called by the caller's thread only, while others that ask wait by themselves
    /// @param atOnce how many shards may be searched at the same time, one of each node; if it is not 1, many
    ///     more may be asked meanwhile what costs little
    public Asking(Sleeper sleeper, int atOnce) {
        this(sleeper, atOnce, System::nanoTime);
    }

    Asking(Sleeper sleeper, int atOnce, LongSupplier nanoTime) {
        this(sleeper, atOnce == 1 ? 1 : SHARDS_AT_ONCE, new NodeTurns(atOnce), nanoTime);
    }

    private Asking(Sleeper sleeper, int shardsAtOnce, NodeTurns turns, LongSupplier nanoTime) {
        this.sleeper = sleeper;
        this.shardsAtOnce = shardsAtOnce;
        this.turns = turns;
        this.nanoTime = nanoTime;
    }

    /// Something for which a shard has to be asked.
    @FunctionalInterface
    public interface Errand<T> {
        /// @param asking to ask with
        T carryOut(Asking asking) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    /// Asks many shards, some at once, and hands on what came of it in the order of the errands.
    ///
    /// @param errands carried out by threads of their own unless one shard is asked at a time
    /// @param most at once, where fewer are wanted than may be asked
    /// @param sink called by the caller's thread
    public <T> void all(List<Errand<T>> errands, int most, Consumer<T> sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (shardsAtOnce == 1) {
            for (Errand<T> errand : errands) {
                sink.accept(errand.carryOut(this));
            }
            return;
        }
        Asking each = new Asking(Thread::sleep, 1, turns, nanoTime);
        new SideBySide(Math.min(shardsAtOnce, most), sleeper)
                .carryOut(
                        errands.stream()
                                .<Callable<T>>map(errand -> () -> errand.carryOut(each))
                                .toList(),
                        sink);
    }

    /// Asks all shards at one moment what costs their nodes little. Not repeated.
    ///
    /// @return the answers, in the order of the shards
    public <T> List<T> each(List<ScannedShard> shards, EachShard.Question<T> question)
            throws ElasticException, NotPrimaryException {
        return EachShard.ask(shards, sleeper, question);
    }

    /// Asks for something that no fail-over can change any more: when the answer is given, everything that
    /// the search may have shown is on all in-sync copies.
    ///
    /// @param known what is visible already, so that nothing is refreshed for it; null for everything up to now
    /// @throws ElasticException if no answer came in many tries, or none can come
    /// @throws NotPrimaryException if there was no primary, or none that settled, in many tries
    /// @throws BlockedException if the shard is in another history than what is visible already
    public <T> ShardAnswer<T> settled(ScannedShard shard, @Nullable Visible known, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            ShardAnswer<T> answer = ask(copy, known, question);
            awaitSettled(copy);
            return answer;
        });
    }

    /// The same for everything that was acknowledged before this call: the visible checkpoint is not below
    /// it. A source that syncs its translog now and then acknowledges what it settles only later.
    public <T> ShardAnswer<T> settledSoFar(ScannedShard shard, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            awaitSettled(copy);
            ShardAnswer<T> answer = ask(copy, null, question);
            awaitSettled(copy);
            return answer;
        });
    }

    /// The same for what is visible anew: nothing that was acknowledged before this call is missing in the
    /// answer, whatever was visible already.
    ///
    /// @param known how far the shard was before; a primary that has come since is not asked before it is as
    ///     far
    public <T> ShardAnswer<T> settledAnew(ScannedShard shard, Visible known, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            ShardAnswer<T> answer = inTurn(copy, () -> revealed(copy, known), question);
            awaitSettled(copy);
            return answer;
        });
    }

    /// Asks for everything that was acknowledged before, without waiting for what comes meanwhile.
    ///
    /// @throws ElasticException if no answer came in many tries, or none can come
    /// @throws NotPrimaryException if there was no primary in many tries
    public <T> ShardAnswer<T> revealed(ScannedShard shard, @Nullable Visible known, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            ShardAnswer<T> answer = ask(copy, known, question);
            numbersOf(copy);
            return answer;
        });
    }

    /// Asks for what can be seen without a refresh; what the copy calls visible need not be.
    ///
    /// @throws ElasticException if no answer came in many tries, or none can come
    /// @throws NotPrimaryException if there was no primary in many tries
    public <T> T seen(ScannedShard shard, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            T value = inTurn(copy, () -> visibleBy(numbersOf(copy)), question).value();
            numbersOf(copy);
            return value;
        });
    }

    /// The same for what a copy says of itself, which costs its node little: it is asked without a turn, so
    /// that shards that ask at one moment share the answers.
    ///
    /// @throws ElasticException if no answer came in many tries, or none can come
    /// @throws NotPrimaryException if there was no primary in many tries
    public <T> T said(ScannedShard shard, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            T value = question.ask(copy, visibleBy(numbersOf(copy)));
            numbersOf(copy);
            return value;
        });
    }

    /// The same for what a copy holds: one that refreshes when it is asked to shows first all that it calls
    /// visible. Of another one nothing follows from what is not found, and it is not waited for.
    ///
    /// @throws ElasticException if no answer came in many tries, or none can come
    /// @throws NotPrimaryException if there was no primary in many tries
    public <T> T shownOrSaid(ScannedShard shard, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return repeated(() -> {
            ScannedCopy copy = shard.locate();
            RefreshWait reveal = new RefreshWait(NOTHING, copy);
            Optional<CopyNumbers> shown = Optional.empty();
            for (int i = 0; i < ASKED_TO_REFRESH && shown.isEmpty() && copy.mayRefresh(); i++) {
                shown = reveal.look();
            }
            T value = question.ask(copy, visibleBy(shown.isPresent() ? shown.get() : numbersOf(copy)));
            numbersOf(copy);
            return value;
        });
    }

    private <T> ShardAnswer<T> ask(ScannedCopy copy, @Nullable Visible known, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return inTurn(copy, () -> visible(copy, known), question);
    }

    /// Looks at what the copy shows before its node's turn, so that others are asked meanwhile.
    private <T> ShardAnswer<T> inTurn(ScannedCopy copy, Attempt<Visible> look, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Visible visible = look.make();
        long looked = nanoTime.getAsLong();
        try (NodeTurns.Turn _ = turns.at(copy.place())) {
            if (nanoTime.getAsLong() - looked > LONG_AGO.toNanos()) {
                visible = look.make();
            }
            return new ShardAnswer<>(question.ask(copy, visible), visible);
        }
    }

    private Visible visible(ScannedCopy copy, @Nullable Visible known)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return known != null && known.identity().equals(copy.identity()) ? known : revealed(copy, known);
    }

    private Visible revealed(ScannedCopy copy, @Nullable Visible known)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (known != null && !copy.identity().hasHistoryOf(known.identity())) {
            throw new BlockedException(
                    "The history of the shard on " + copy.where() + " has changed while it was looked at:"
                            + " it was restored, or a stale or empty copy was made its primary. Nothing follows from"
                            + " what it says. Start this again: readers, and the process that controls the run, then"
                            + " tell which shard it is and what to do.");
        }
        CopyNumbers numbers = RefreshWait.beyond(NOTHING, copy, sleeper);
        if (known != null && numbers.globalCheckpoint() < known.checkpoint()) {
            throw new NotPrimaryException("The primary on " + copy.where() + " is not as far yet as the one before it");
        }
        return visibleBy(numbers);
    }

    private static Visible visibleBy(CopyNumbers numbers) {
        return new Visible(numbers.identity(), numbers.globalCheckpoint(), numbers.maxSeqNo());
    }

    private void awaitSettled(ScannedCopy copy) throws ElasticException, NotPrimaryException, InterruptedException {
        CopyNumbers now = numbersOf(copy);
        long shown = now.maxSeqNo();
        for (int i = 0; i < LOOKS && now.globalCheckpoint() < shown; i++) {
            sleeper.sleep(BETWEEN_LOOKS);
            now = numbersOf(copy);
        }
        // Where copies sync by clocks of their own, the answer holds when the last of them has: to ask anew
        // would only begin the wait again.
        long more = copy.mayStand().dividedBy(BETWEEN_LATE_LOOKS);
        for (long i = 0; i < more && now.globalCheckpoint() < shown; i++) {
            sleeper.sleep(BETWEEN_LATE_LOOKS);
            now = numbersOf(copy);
        }
        if (now.globalCheckpoint() < shown) {
            throw new NotPrimaryException("The copies of the primary on " + copy.where() + " do not follow it");
        }
    }

    private static CopyNumbers numbersOf(ScannedCopy copy) throws ElasticException, NotPrimaryException {
        CopyNumbers numbers = copy.numbers();
        CopyIdentity identity = numbers.identity();
        if (!identity.equals(copy.identity())) {
            throw new NotPrimaryException("The copy on " + copy.where() + " has become another one");
        }
        return numbers;
    }

    private interface Attempt<T> {
        T make() throws ElasticException, NotPrimaryException, InterruptedException;
    }

    private <T> T repeated(Attempt<T> attempt) throws ElasticException, NotPrimaryException, InterruptedException {
        for (int i = 1; ; i++) {
            sleeper.sleep(i == 1 ? Duration.ZERO : BETWEEN_TRIES);
            try {
                return attempt.make();
            } catch (ElasticException e) {
                if (i == TRIES || !mayPass(e)) {
                    throw e;
                }
            } catch (NotPrimaryException e) {
                if (i == TRIES || e instanceof UnrefreshedException) {
                    throw e;
                }
            }
        }
    }

    /// Whether the same question may be answered another time. The limits of an index are read whenever a
    /// shard is looked for, so that one which was lowered meanwhile is kept to then.
    static boolean mayPass(ElasticException failure) {
        return !(failure instanceof ElasticException.TooLarge)
                && !(failure instanceof ElasticException.Refused refused
                        && ((refused.status() == BAD_REQUEST && !refused.isOfLimit())
                                || refused.status() == UNAUTHORIZED
                                || refused.status() == FORBIDDEN));
    }
}
