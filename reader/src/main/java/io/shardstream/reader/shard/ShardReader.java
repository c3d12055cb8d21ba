package io.shardstream.reader.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.page.PageSize;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.Numbers;
import io.shardstream.common.primary.Place;
import io.shardstream.common.primary.Reveal;
import io.shardstream.common.record.AcceptedHistory;
import io.shardstream.common.version.VersionWord;
import io.shardstream.reader.publish.CheckpointLog;
import io.shardstream.reader.publish.FencedException;
import io.shardstream.reader.publish.LaneSorter;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.reader.window.Tally;
import io.shardstream.reader.window.WindowWidth;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The reading of one source shard that this process owns, from the take-over until it is left. Stepped
/// by the loop; blocking calls are errands whose outcomes come back on the loop's thread.
public final class ShardReader {
    private static final Logger LOG = LoggerFactory.getLogger(ShardReader.class);
    private static final Duration LOCATED_FOR = Duration.ofSeconds(5);

    /// Between two looks at a copy that refreshes when it likes.
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    /// Most indices refresh within a second or wait for a search: what takes longer than this is told.
    private static final Duration LONG_UNSEEN = Duration.ofSeconds(10);

    private final Surroundings around;
    private final int shard;
    private final SourceShard source;
    private final Trouble trouble;
    private final Setbacks setbacks;

    private ShardState state = new ShardState.TakingOver();
    /// Counts the states, so that the outcome of an errand can be told from one of an earlier state.
    private long turn;
    private Reached reached;
    private @Nullable CheckpointKeeper keeper;
    /// Whether the history that is read is in Kafka, so that something may be published.
    private boolean isHistoryKept;

    /// Whether it is known what the operator has accepted.
    private boolean isAcceptedKnown;

    private @Nullable WindowWidth width;
    /// What a document takes on the disk, on the average; 0 if that is not known.
    private long storedBytes;

    /// What is being waited for at a copy that refreshes by itself, and since when.
    private @Nullable Reveal reveal;

    private final Onward onward = new Onward();
    /// Where the shard was found last.
    private Place place = Place.UNKNOWN;
    /// When the last round began.
    private Instant revealing = Instant.MIN;

    /// Whether the next round does not wait for its moment.
    private boolean isHurried;
    /// Whether clients wait for what is read.
    private boolean isUnderBlock;

    /// Begins to take the shard over.
    public ShardReader(Surroundings around, int shard) {
        this.around = around;
        this.shard = shard;
        this.source = around.source().apply(shard);
        this.trouble = new Trouble(LOG, name(), this::about);
        this.setbacks = new Setbacks(trouble, around.refusals(), name(), around.random());
        this.reached = Reached.from(null, around.plan());
        around.counter().gained(shard);
        enter(state);
    }

    /// Does what can be done now.
    ///
    /// @return how much that was
    /// @throws BlockedException if going on would be wrong
    public int step() {
        Instant now = around.clock().instant();
        return switch (state) {
            case ShardState.Waiting waiting when waiting.isOver(now) && isLeavingKept() -> enter(waiting.next());
            case ShardState.Resting resting
            when (isHurried || resting.isOver(now)) && around.mayBegin() ->
                enter(resting.located().plus(LOCATED_FOR).isBefore(now) ? resting.locateAgain() : resting.lookAgain());
            case ShardState.Reading reading -> read(reading, now);
            case ShardState.Waiting _, ShardState.Resting _, ShardState.Left _ -> 0;
            case ShardState.TakingOver _, ShardState.Locating _, ShardState.Revealing _ -> 0;
        };
    }

    /// Has the next round begin at once: somebody waits for everything that was written until now. A round that is
    /// under way does not count, it may have begun before.
    public void hurry() {
        isHurried = true;
    }

    /// Whether clients wait for what is read, so that a longer interval does not count.
    public void underBlock(boolean is) {
        isUnderBlock = is;
    }

    /// Where the shard was found last.
    public Place place() {
        return place;
    }

    /// Stops, and writes nothing more. What was read and not settled is left to the shard's next reader.
    public void leave() {
        if (state instanceof ShardState.Reading reading) {
            reading.round().abandon();
        }
        if (keeper != null) {
            keeper.close(!reached.isLeft());
        }
        around.refusals().passed(name());
        enter(new ShardState.Left());
        around.counter().left(shard);
    }

    private int enter(ShardState next) {
        state = next;
        turn++;
        if (!(next instanceof ShardState.Reading)) {
            around.counter().windows(shard, 0);
        }
        switch (next) {
            case ShardState.TakingOver takingOver -> takeOver(takingOver);
            case ShardState.Locating locating -> locate(locating);
            case ShardState.Revealing revealing -> reveal(revealing);
            case ShardState.Waiting _, ShardState.Reading _, ShardState.Resting _, ShardState.Left _ -> {}
        }
        return 1;
    }

    private void takeOver(ShardState.TakingOver from) {
        long begun = turn;
        around.errands()
                .run(
                        () -> around.checkpoints().takeOver(shard),
                        log -> {
                            if (begun == turn) {
                                takenOver(from, log);
                            } else {
                                log.close();
                            }
                        },
                        e -> {
                            if (begun == turn) {
                                enter(from.failed(afterFailure(e)));
                            }
                        });
    }

    private void takenOver(ShardState.TakingOver from, CheckpointLog log) {
        Reached kept = Reached.from(log.last(), around.plan());
        reached = onward.after(kept);
        around.found().accept(reached.tally());
        isHistoryKept = log.last() != null;
        isAcceptedKnown = false;
        keeper = new CheckpointKeeper(log, around.errands(), this::lost);
        about().in(LOG.atInfo()).log("{}: taken over, read up to {}", name(), reached.done());
        if (reached.equals(kept)) {
            enter(from.takenOver());
        } else {
            keep();
            enter(from.keeping(around.clock().instant()));
        }
    }

    private void locate(ShardState.Locating from) {
        Instant asked = around.clock().instant();
        Reached known = reached;
        errand(
                () -> found(known),
                found -> {
                    isAcceptedKnown = true;
                    storedBytes = found.storedBytes() == 0 ? storedBytes : found.storedBytes();
                    reached = known.in(found.copy().identity(), found.accepted(), around.plan(), shard);
                    if (reached.lineage() > known.lineage()) {
                        about().in(LOG.atInfo())
                                .log("{}: read from the start in lineage {}", name(), reached.lineage());
                        keep();
                    }
                    place = found.copy().place();
                    enter(from.found(found.copy(), asked));
                },
                e -> enter(from.failed(afterFailure(e))));
    }

    private record Found(PrimaryCopy copy, @Nullable AcceptedHistory accepted, long storedBytes) {}

    /// What was accepted is asked for when the shard was taken over, and when a history is seen for the first
    /// time.
    private Found found(Reached known) throws ElasticException, NotPrimaryException {
        PrimaryCopy copy = source.locate();
        boolean isKnown = isAcceptedKnown && known.isIn(copy.identity());
        return new Found(copy, isKnown ? null : around.histories().of(shard), isKnown ? 0 : copy.storedBytes());
    }

    private void reveal(ShardState.Revealing from) {
        Reveal known = reveal;
        Reveal now = known == null || !known.isOf(from.copy().identity()) ? begin(from.copy()) : known;
        errand(
                now::look,
                visible -> visible.ifPresentOrElse(
                        numbers -> {
                            reveal = null;
                            if (!onward.leadsTo(numbers, reached.done())) {
                                confirm(from);
                            } else if (numbers.globalCheckpoint() <= reached.done()) {
                                setbacks.areOver();
                                enter(from.rest(restUntil(Instant.MIN)));
                            } else {
                                keepHistory();
                                enter(from.visible(round(from.copy(), numbers)));
                            }
                        },
                        () -> enter(lookAgain(from, now))),
                e -> {
                    reveal = null;
                    enter(from.failed(afterFailure(e)));
                });
    }

    /// A copy that has less than was read may be that of a node that has been cut off. If the cluster says that
    /// it is the primary, what was read is not there any more. Kafka must know before anybody is told: the copy
    /// may have as many numbers again when the next reader comes.
    private void confirm(ShardState.Revealing from) {
        errand(
                from.copy()::isElected,
                elected -> {
                    if (elected) {
                        reached = onward.leave(reached);
                        keep();
                        enter(from.failed(around.clock().instant()));
                    } else {
                        enter(from.failed(afterFailure(new NotPrimaryException(
                                "The copy on " + from.copy().where() + " is not as far as the shard has been read"))));
                    }
                },
                e -> enter(from.failed(afterFailure(e))));
    }

    private boolean isLeavingKept() {
        return !reached.isLeft() || keeper == null || keeper.isIdle();
    }

    /// Whoever reads the shard next has to know of which history there are words, settled or not: those of two
    /// histories in one lineage do not say which state is the newer one.
    private void keepHistory() {
        if (!isHistoryKept) {
            keep();
        }
    }

    private void keep() {
        if (keeper != null) {
            keeper.keep(reached.checkpoint(around.plan()));
        }
    }

    private Reveal begin(PrimaryCopy copy) {
        Reveal begun = new Reveal(reached.done(), copy);
        reveal = begun;
        isHurried = false;
        revealing = around.clock().instant();
        return begun;
    }

    /// By then somebody else may have become the primary without this copy knowing.
    private ShardState lookAgain(ShardState.Revealing from, Reveal unseen) {
        Instant now = around.clock().instant();
        if (revealing.plus(LONG_UNSEEN).isBefore(now)) {
            trouble.is(unseen.whyNotYet());
        }
        boolean isOld = from.located().plus(LOCATED_FOR).isBefore(now);
        return isOld ? from.locateAgain() : from.unseen(now.plus(BETWEEN_LOOKS));
    }

    private Round round(PrimaryCopy copy, Numbers visible) {
        if (visible.globalCheckpoint() > VersionWord.MAX_SEQ_NO) {
            throw new BlockedException("The sequence numbers of " + name() + " have reached 2^40, more than a version"
                    + " word holds: the index must be reindexed by other means.");
        }
        long wanted = around.limits().windowBytes();
        WindowWidth known = width;
        WindowWidth begin = known == null
                ? WindowWidth.first(PageSize.first(copy.maxResultWindow(), wanted, storedBytes))
                : known.within(copy.maxResultWindow());
        LaneSorter sorter = new LaneSorter(around.plan(), shard, reached.lineage());
        long upTo = visible.globalCheckpoint();
        return around.plan().reading().inSlices()
                ? new SnapshotRound(around, copy, sorter, begin, reached.done(), upTo)
                : new WindowRound(around, copy, sorter, begin, reached.done(), upTo);
    }

    private int read(ShardState.Reading reading, Instant now) {
        isHistoryKept |= keeper != null && keeper.isIdle();
        if (!isHistoryKept) {
            return 0;
        }
        Round round = reading.round();
        int sent = round.step(now);
        around.counter().windows(shard, round.inFlight());
        keepSettled(round);
        if (round.isOver()) {
            round.abandon();
            width = round.width();
            Exception failure = round.failure();
            return enter(
                    failure == null
                            ? reading.finished(restUntil(now.plus(round.rest(now))))
                            : reading.failed(afterFailure(failure)));
        }
        return sent;
    }

    private void keepSettled(Round round) {
        Tally settled = round.takeSettled();
        if (round.done() > reached.done() && keeper != null) {
            reached = reached.upTo(round.done(), settled);
            keep();
            setbacks.areOver();
        }
    }

    /// A checkpoint could not be written: somebody else has the shard, or Kafka is in trouble. Either way
    /// what Kafka says is read anew; a shard that was taken away is left in peace for a while, by which
    /// time the group has said whose it is.
    private void lost(Exception e) {
        if (state instanceof ShardState.Reading reading) {
            reading.round().abandon();
        }
        if (!(state instanceof ShardState.Held held)) {
            return;
        }
        // An errand may still be asking for it.
        reveal = null;
        keeper = null;
        if (e instanceof FencedException) {
            about().in(LOG.atInfo()).log("{}: {}", name(), e.getMessage());
            Duration peace = around.limits().sessionTimeout().multipliedBy(2);
            enter(held.lost(around.clock().instant().plus(peace)));
        } else {
            enter(held.lost(afterFailure(e)));
        }
    }

    private <T> void errand(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        long begun = turn;
        around.errands()
                .run(
                        call,
                        result -> {
                            if (begun == turn) {
                                done.accept(result);
                            }
                        },
                        e -> {
                            if (begun == turn) {
                                failed.accept(e);
                            }
                        });
    }

    private About about() {
        return About.shard(shard)
                .and(About.node(place.node()))
                .and(About.index(around.plan().sourceIndex()));
    }

    private String name() {
        return around.plan().sourceIndex() + "[" + shard + "]";
    }

    /// Counted from the round's beginning: one that took longer than the time between two is followed at once.
    private Instant restUntil(Instant soonest) {
        Duration every = around.limits().roundEvery();
        Instant next = RoundTimes.after(revealing, isUnderBlock ? RoundTimes.underBlock(every) : every);
        return isUnderBlock || next.isAfter(soonest) ? next : soonest;
    }

    private Instant afterFailure(Exception e) {
        return setbacks.after(e, around.clock().instant());
    }
}
