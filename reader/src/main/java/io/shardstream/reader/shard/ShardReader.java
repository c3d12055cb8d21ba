package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyLocation;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.reader.publish.CheckpointLog;
import io.shardstream.reader.publish.FencedException;
import io.shardstream.reader.window.DocumentTally;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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

    private final ReaderContext around;
    private final int shard;
    private final ShardProblem trouble;
    private final ShardFailures setbacks;

    private ShardState state = new ShardState.TakingOver();
    private final StateErrands errands;
    private ReadPosition reached;
    private @Nullable CheckpointKeeper keeper;
    /// Whether the history that is read is in Kafka, so that something may be published.
    private boolean isHistoryKept;

    private final PrimaryLookup lookup;
    private final RoundStart roundStart;
    private final Looks looks = new Looks();
    private final Onward onward = new Onward();
    private final Recognition recognition = new Recognition();
    /// Where the shard was found last.
    private CopyLocation place = CopyLocation.UNKNOWN;
    /// Whether clients wait for what is read.
    private boolean isUnderBlock;

    /// Begins to take the shard over.
    public ShardReader(ReaderContext around, int shard) {
        this.around = around;
        this.shard = shard;
        this.lookup = new PrimaryLookup(around.source().apply(shard), around.histories(), shard);
        this.trouble = new ShardProblem(LOG, name(), this::about, around.clock());
        this.setbacks = new ShardFailures(trouble, around.refusals(), name(), around.random());
        this.reached = ReadPosition.from(null, around.plan());
        this.errands = new StateErrands(around.errands());
        this.roundStart = new RoundStart(around, shard);
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
            case ShardState.Waiting waiting
            when waiting.isOver(now) && (keeper == null || isLeavingKept()) -> enter(waiting.next());
            case ShardState.Resting resting
            when (looks.isHurried() || resting.isOver(now)) && around.mayBegin() ->
                enter(resting.located().plus(LOCATED_FOR).isBefore(now) ? resting.locateAgain() : resting.lookAgain());
            case ShardState.Resting _ -> watch(now);
            case ShardState.Reading reading -> watch(now) + read(reading, now);
            case ShardState.Waiting _, ShardState.Blocked _, ShardState.Left _ -> 0;
            case ShardState.TakingOver _, ShardState.Locating _, ShardState.Revealing _ -> 0;
        };
    }

    /// Who rests for long, may not read, or reads for long looks now and then all the same: a shard that was
    /// put back meanwhile may have as many numbers again by the next round. An answer that does not come is
    /// asked for again.
    private int watch(Instant now) {
        if (!looks.isWatchDue(now)) {
            return 0;
        }
        long done = reached.done();
        errands.run(
                lookup::numbers,
                numbers -> {
                    looks.endWatch();
                    if (!onward.leadsTo(numbers, done)) {
                        locateAnew();
                    }
                },
                e -> {
                    looks.endWatch();
                    recognition.forget();
                    LOG.debug("{}: its numbers were not told", name(), e);
                });
        return 1;
    }

    /// Has the next round begin at once: somebody waits for everything that was written until now. A round that is
    /// under way does not count, it may have begun before.
    public void hurry() {
        looks.hurry();
    }

    /// Whether clients wait for what is read, so that a longer interval does not count.
    public void underBlock(boolean is) {
        isUnderBlock = is;
    }

    /// Why going on would be wrong until a person has looked: the shard has another history. Kafka knows.
    public Optional<BlockedException> blocked() {
        return state instanceof ShardState.Blocked blocked ? Optional.of(blocked.why()) : Optional.empty();
    }

    /// Has the shard looked at once more and read no further until that is done, also where nothing may be read.
    ///
    /// @return whether a look that began since then has found the shard to have gone on
    public boolean hasLookedSince(Instant since) {
        if (looks.want(since)) {
            recognition.forget();
            locateAnew();
        }
        return looks.havePassedSince(since);
    }

    /// The operator has accepted a history of the shard, which may be since it was asked for.
    public void accepted(AcceptedHistory now) {
        if (lookup.accept(now, reached)) {
            locateAnew();
        }
    }

    /// What is known of the primary counts no more.
    private void locateAnew() {
        looks.end();
        switch (state) {
            case ShardState.Reading reading -> {
                keepSettled(reading.round());
                roundStart.end(reading.round());
                enter(reading.locateAgain());
            }
            case ShardState.Revealing revealing -> enter(revealing.locateAgain());
            case ShardState.Resting resting -> enter(resting.locateAgain());
            case ShardState.Blocked blocked -> enter(blocked.locateAgain());
            case ShardState.Waiting waiting -> enter(waiting.locateFirst());
            case ShardState.Locating locating -> enter(locating);
            case ShardState.TakingOver _, ShardState.Left _ -> {}
        }
    }

    /// Where the shard was found last.
    public CopyLocation place() {
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
        errands.nextState();
        looks.endWatch();
        if (!(next instanceof ShardState.Reading)) {
            around.counter().windows(shard, 0);
        }
        switch (next) {
            case ShardState.TakingOver takingOver -> takeOver(takingOver);
            case ShardState.Locating locating -> locate(locating);
            case ShardState.Revealing revealing -> reveal(revealing);
            case ShardState.Waiting _, ShardState.Reading _, ShardState.Resting _ -> {}
            case ShardState.Blocked _, ShardState.Left _ -> {}
        }
        return 1;
    }

    private void takeOver(ShardState.TakingOver from) {
        errands.run(
                () -> around.checkpoints().takeOver(shard),
                log -> takenOver(from, log),
                e -> enter(from.failed(afterFailure(e))),
                CheckpointLog::close);
    }

    private void takenOver(ShardState.TakingOver from, CheckpointLog log) {
        ReadPosition kept = ReadPosition.from(log.last(), around.plan());
        reached = onward.after(kept, log.last());
        around.found().accept(reached.tally());
        isHistoryKept = log.last() != null;
        lookup.takenOver();
        recognition.forget();
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
        ReadPosition known = reached;
        boolean asksSize = roundStart.knowsNoWidth();
        errands.run(
                () -> lookup.find(known, asksSize),
                found -> {
                    lookup.found(found);
                    roundStart.stored(found.storedBytes());
                    located(from, found, asked);
                },
                e -> enter(from.failed(afterFailure(e))));
    }

    private void located(ShardState.Locating from, PrimaryLookup.Found found, Instant asked) {
        ReadPosition known = reached;
        if (!known.mayBeIn(found.copy().identity(), found.accepted())) {
            enter(from.blocked(ReadPosition.change(around.plan(), shard)));
            return;
        }
        reached = known.in(found.copy().identity(), found.accepted());
        if (reached.lineage() > known.lineage()) {
            about().in(LOG.atInfo()).log("{}: read from the start in lineage {}", name(), reached.lineage());
            onward.begin(reached.lineage());
            isHistoryKept = false;
            keep();
        }
        place = found.copy().place();
        enter(from.found(found.copy(), asked));
    }

    private void reveal(ShardState.Revealing from) {
        RefreshWait now = looks.at(from.copy(), reached.done(), around.clock().instant());
        errands.run(
                recognition.look(now, from.copy(), reached.witnesses()),
                seen -> seen.visible()
                        .ifPresentOrElse(
                                numbers -> {
                                    looks.end();
                                    if (!recognition.passes(seen) || !onward.leadsTo(numbers, reached.done())) {
                                        confirm(from);
                                    } else {
                                        enter(seen(from, numbers));
                                    }
                                },
                                () -> enter(lookAgain(from, now))),
                e -> {
                    looks.end();
                    enter(from.failed(afterFailure(e)));
                });
    }

    private ShardState seen(ShardState.Revealing from, CopyNumbers numbers) {
        if (looks.pass() || numbers.globalCheckpoint() <= reached.done()) {
            setbacks.areOver();
            return from.rest(restUntil(Instant.MIN));
        }
        keepHistory();
        return from.visible(roundStart.begin(from.copy(), reached, numbers));
    }

    /// A copy that has less than was read may be that of a node that has been cut off. If the cluster says that
    /// it is the primary, what was read is not there any more. Kafka must know before anybody is told: the copy
    /// may have as many numbers again when the next reader comes.
    private void confirm(ShardState.Revealing from) {
        errands.run(
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

    /// Whether Kafka knows it if the history that was read was left.
    public boolean isLeavingKept() {
        return !reached.isLeft() || (keeper != null && keeper.isIdle());
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
            keeper.keep(reached.checkpoint(around.plan(), onward.had()));
        }
    }

    /// By then somebody else may have become the primary without this copy knowing.
    private ShardState lookAgain(ShardState.Revealing from, RefreshWait unseen) {
        Instant now = around.clock().instant();
        if (looks.isLong(now)) {
            trouble.is(unseen.whyNotYet());
        }
        boolean isOld = from.located().plus(LOCATED_FOR).isBefore(now);
        return isOld ? from.locateAgain() : from.unseen(now.plus(BETWEEN_LOOKS));
    }

    private int read(ShardState.Reading reading, Instant now) {
        isHistoryKept |= keeper != null && keeper.isIdle();
        if (!isHistoryKept) {
            return 0;
        }
        ReadRound round = reading.round();
        int sent = round.step(now);
        around.counter().windows(shard, round.inFlight());
        keepSettled(round);
        if (round.isOver()) {
            roundStart.end(round);
            Exception failure = round.failure();
            return enter(
                    failure == null
                            ? reading.finished(restUntil(now.plus(round.rest(now))))
                            : reading.failed(afterFailure(failure)));
        }
        return sent;
    }

    private void keepSettled(ReadRound round) {
        DocumentTally settled = round.takeSettled();
        if (round.done() > reached.done() && keeper != null) {
            reached = reached.upTo(round.done(), settled, round.takeWitnesses());
            keep();
            setbacks.areOver();
        }
    }

    /// A checkpoint could not be written: somebody else has the shard, or Kafka is in trouble. Either way
    /// what Kafka says is read anew; a shard that was taken away rests until the group has said whose it is.
    private void lost(Exception e) {
        if (state instanceof ShardState.Reading reading) {
            reading.round().abandon();
        }
        if (!(state instanceof ShardState.Held held)) {
            return;
        }
        // An errand may still be asking for it.
        looks.end();
        keeper = null;
        if (e instanceof FencedException) {
            about().in(LOG.atInfo()).log("{}: {}", name(), e.getMessage());
            Duration peace = around.limits().sessionTimeout().multipliedBy(2);
            enter(held.lost(around.clock().instant().plus(peace)));
        } else {
            enter(held.lost(afterFailure(e)));
        }
    }

    private About about() {
        return About.shard(shard)
                .and(About.node(place.node()))
                .and(About.index(around.plan().sourceIndex()));
    }

    private String name() {
        return around.nameOf(shard);
    }

    /// Counted from the round's beginning: one that took longer than the time between two is followed at once.
    private Instant restUntil(Instant soonest) {
        Duration every = around.limits().roundEvery();
        Instant next = RoundTimes.after(looks.begun(), isUnderBlock ? RoundTimes.underBlock(every) : every);
        return isUnderBlock || next.isAfter(soonest) ? next : soonest;
    }

    private Instant afterFailure(Exception e) {
        recognition.forget();
        return setbacks.after(e, around.clock().instant());
    }
}
