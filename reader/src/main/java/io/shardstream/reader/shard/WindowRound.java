package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.Witness;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.publish.LaneSorter;
import io.shardstream.reader.publish.WindowRecords;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.ByteBudget;
import io.shardstream.reader.window.DocumentTally;
import io.shardstream.reader.window.Window;
import io.shardstream.reader.window.WindowLedger;
import io.shardstream.reader.window.WindowWidth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads everything from `done` up to a visible checkpoint from one copy, several windows at once, and
/// settles the windows. It is over when all are settled, or at the first failure: what was read and not
/// settled is then read again by another round.
final class WindowRound implements ReadRound {
    private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(10);
    private static final long NONE = -2;

    private final ReaderContext around;
    private final PrimaryCopy copy;
    private final LaneSorter sorter;
    private final WindowLedger ledger;
    private final MappingGate gate;
    private final long upTo;
    private final Deque<Window> again = new ArrayDeque<>();
    private final Deque<Lone> alone = new ArrayDeque<>();

    private WindowWidth width;
    private int inFlight;
    private boolean asking;
    private final NumbersPace pace = new NumbersPace();
    /// The last global checkpoint that this copy has told in this term.
    private long checkpoint = NONE;

    private @Nullable Instant standingSince;
    private @Nullable Exception failure;
    private boolean abandoned;
    private DocumentTally settled = DocumentTally.NOTHING;
    /// By number, those that were read and not taken.
    private final NavigableMap<Long, Witness> witnesses = new TreeMap<>();

    /// @param done highest number that is settled already
    /// @param upTo highest number to be read; everything up to it is visible to the copy's searches
    WindowRound(ReaderContext around, PrimaryCopy copy, LaneSorter sorter, WindowWidth width, long done, long upTo) {
        this.around = around;
        this.copy = copy;
        this.sorter = sorter;
        this.width = width;
        this.ledger = new WindowLedger(done);
        this.gate = new MappingGate(around.mapping(), name());
        this.upTo = upTo;
    }

    /// A window of one number whose documents are read one by one, in parts if they are large.
    ///
    /// @param left names of those that are still to be read; null before the first part
    /// @param before what of it is in Kafka
    private record Lone(Window window, @Nullable List<Hit> left, DocumentTally before) {
        static Lone of(Window window) {
            return new Lone(window, null, DocumentTally.NOTHING);
        }
    }

    /// @param witness of the history; null if the answer is not all that the window holds, or has none
    private record Gathered(
            WindowAnswer answer,
            WindowRecords harvest,
            @Nullable Witness witness) {}

    /// The width that has proved right so far.
    @Override
    public WindowWidth width() {
        return width;
    }

    @Override
    public long done() {
        return ledger.done();
    }

    @Override
    public boolean isOver() {
        return failure != null || ledger.done() == upTo;
    }

    @Override
    public @Nullable Exception failure() {
        return failure;
    }

    @Override
    public int inFlight() {
        return inFlight + gate.size();
    }

    /// Nothing that is still under way matters any more.
    @Override
    public void abandon() {
        abandoned = true;
        gate.drop();
    }

    /// Sends out what may be sent out now.
    ///
    /// @return how many requests were sent
    @Override
    public int step(Instant now) {
        int sent = 0;
        while (failure == null && hasMore() && mayRead() && sendNext()) {
            sent++;
        }
        if ((ledger.awaitsNumbers() || gate.awaitsVersion()) && !asking && pace.isDue(now)) {
            askNumbers();
            sent++;
        }
        return failure == null ? sent + gate.open(now) : sent;
    }

    private boolean hasMore() {
        return !alone.isEmpty() || !again.isEmpty() || ledger.end() < upTo;
    }

    private boolean mayRead() {
        if (inFlight >= around.limits().windowsInFlight()) {
            around.isHeldBy(Limiter.of(Limiter.Kind.WINDOWS));
            return false;
        }
        return around.mayAsk(copy.place().node());
    }

    private boolean sendNext() {
        Lone lone = alone.peek();
        if (lone != null) {
            ByteBudget.Share turn = around.aloneTurn().take(1);
            if (turn != null) {
                alone.remove();
                read(lone.window(), turn, lone);
                return true;
            }
        }
        if (again.isEmpty() && ledger.end() >= upTo) {
            return false;
        }
        ByteBudget.Share share = around.memory(responseLimit());
        if (share == null) {
            return false;
        }
        Window window = again.isEmpty() ? ledger.open(Math.min(upTo, ledger.end() + width.span())) : again.remove();
        read(window, share, null);
        return true;
    }

    /// Twice the wanted size: the density of what comes next is not known.
    private int responseLimit() {
        return (int) Math.min(Integer.MAX_VALUE - 8L, 2 * around.limits().windowBytes());
    }

    private void read(Window window, ByteBudget.Share share, @Nullable Lone lone) {
        inFlight++;
        int limit = responseLimit();
        int hits = width.hits(window);
        int aimed = width.page().documents();
        new PacedErrand(around, copy.place().node())
                .run(
                        () -> gathered(lone == null ? copy.read(window, hits, limit) : readAlone(lone), lone),
                        gathered -> PacedErrand.bytesOf(gathered.answer(), limit),
                        gathered -> answered(window, share, lone, gathered),
                        e -> {
                            share.release();
                            failed(window, lone != null, aimed, e);
                        });
    }

    private WindowAnswer readAlone(Lone lone) throws ElasticException {
        List<Hit> left = lone.left();
        return left == null ? copy.readAlone(lone.window()) : copy.readAlone(lone.window(), left);
    }

    /// Others that were under way fail with the first, and teach nothing more.
    private void failed(Window window, boolean isAlone, int aimed, Exception e) {
        if (abandoned || failure != null) {
            fail(e);
            return;
        }
        boolean isTooMuch = e instanceof ElasticException elastic && elastic.mayBeOfDocuments();
        width = isTooMuch ? width.afterTooMuch(aimed) : width.afterFailure();
        if (isTooMuch && isAlone) {
            fail(new OneDocumentException(
                    "the document with the number " + window.upTo() + " of " + name(), (ElasticException) e));
        } else if (isTooMuch && window.isSingle()) {
            inFlight--;
            alone.add(Lone.of(window));
        } else {
            fail(e);
        }
    }

    private String name() {
        return around.plan().sourceIndex() + "[" + sorter.shard() + "]";
    }

    private Gathered gathered(WindowAnswer answer, @Nullable Lone lone) {
        boolean isRest = lone != null && lone.left() != null;
        return new Gathered(
                answer,
                switch (answer) {
                    case WindowAnswer.Whole whole -> sorter.harvest(whole.hits(), whole.unread());
                    case WindowAnswer.Part part ->
                        sorter.harvest(part.read().hits(), part.read().unread());
                    case WindowAnswer.TooLarge _, WindowAnswer.TooMany _, WindowAnswer.Unreadable _ ->
                        WindowRecords.NOTHING;
                },
                answer instanceof WindowAnswer.Whole whole && !isRest
                        ? Recognition.highest(copy.identity().indexUuid(), whole)
                        : null);
    }

    private void answered(Window window, ByteBudget.Share share, @Nullable Lone lone, Gathered gathered) {
        if (abandoned || failure != null) {
            share.release();
            return;
        }
        switch (gathered.answer()) {
            case WindowAnswer.Whole whole -> {
                if (lone == null) {
                    share.keep(whole.heldBytes());
                    width = width.after(
                            window.span(), whole.hits().size(), whole.responseBytes(), whole.largestBytes());
                }
                letThrough(window, share, gathered, before(lone));
            }
            case WindowAnswer.Part part ->
                letPartThrough(share, gathered.harvest(), new Lone(window, part.left(), before(lone)));
            case WindowAnswer.TooLarge tooLarge -> {
                width = width.afterTooLarge(window.span());
                readNarrower(window, share, 2);
            }
            case WindowAnswer.TooMany tooMany -> {
                width = width.afterTooMany(window.span(), tooMany.found());
                readNarrower(window, share, window.isSingle() ? 1 : width.parts(window, tooMany.found()));
            }
            case WindowAnswer.Unreadable unreadable -> readNarrower(window, share, 2);
        }
    }

    private void readNarrower(Window window, ByteBudget.Share share, int parts) {
        share.release();
        inFlight--;
        if (window.isSingle()) {
            alone.add(Lone.of(window));
        } else {
            again.addAll(ledger.split(window, parts));
        }
    }

    private static DocumentTally before(@Nullable Lone lone) {
        return lone == null ? DocumentTally.NOTHING : lone.before();
    }

    /// What waits at the gate does not keep others from being read: the memory does, when it is used up.
    private void letThrough(Window window, ByteBudget.Share share, Gathered gathered, DocumentTally before) {
        ledger.answered(window);
        inFlight--;
        boolean _ = gate.holds(
                ledger.answers(),
                share,
                () -> publish(share, gathered.harvest(), tally -> {
                    ledger.acknowledged(window, before.plus(tally));
                    Witness witness = gathered.witness();
                    if (witness != null) {
                        witnesses.put(witness.number(), witness);
                    }
                    settled = settled.plus(ledger.settle(checkpoint));
                }));
    }

    /// The others are read when these are in Kafka, so that no more is held at once. The window counts as
    /// answered when all of it is.
    ///
    /// @param rest what is read next
    private void letPartThrough(ByteBudget.Share share, WindowRecords harvest, Lone rest) {
        long answer = ledger.answeredInPart();
        inFlight--;
        boolean _ = gate.holds(
                answer,
                share,
                () -> publish(
                        share,
                        harvest,
                        tally -> alone.addFirst(new Lone(
                                rest.window(), rest.left(), rest.before().plus(tally)))));
    }

    private void publish(ByteBudget.Share share, WindowRecords harvest, Consumer<DocumentTally> acknowledged) {
        inFlight++;
        DocumentTally tally = harvest.tally();
        around.publisher().publish(harvest, problem -> {
            share.release();
            if (problem != null) {
                fail(problem);
            } else if (!abandoned) {
                inFlight--;
                acknowledged.accept(tally);
                around.published(sorter.shard(), tally);
            }
        });
    }

    private void askNumbers() {
        asking = true;
        pace.asked(around.clock().instant());
        long answersBefore = ledger.answers();
        around.errands().run(copy::numbers, numbers -> told(numbers, answersBefore), this::fail);
    }

    private void told(CopyNumbers numbers, long answersBefore) {
        if (abandoned || failure != null) {
            return;
        }
        asking = false;
        Instant now = around.clock().instant();
        pace.told(now);
        if (!numbers.identity().equals(copy.identity())) {
            fail(new NotPrimaryException("The copy on " + copy.where() + " has become another one"));
            return;
        }
        ledger.measure(numbers.maxSeqNo(), answersBefore);
        gate.told(numbers.mappingVersion(), answersBefore);
        long before = ledger.done();
        checkpoint = numbers.globalCheckpoint();
        settled = settled.plus(ledger.settle(checkpoint));
        noticeStandstill(now, ledger.done() > before);
    }

    /// The documents of the windows that were settled since this was last asked.
    @Override
    public DocumentTally takeSettled() {
        DocumentTally taken = settled;
        settled = DocumentTally.NOTHING;
        return taken;
    }

    @Override
    public List<Witness> takeWitnesses() {
        NavigableMap<Long, Witness> ofSettled = witnesses.headMap(ledger.done(), true);
        List<Witness> taken = List.copyOf(ofSettled.values());
        ofSettled.clear();
        return taken;
    }

    /// A checkpoint that does not reach what is read may be that of a node that has been cut off.
    private void noticeStandstill(Instant now, boolean moved) {
        if (moved || !ledger.awaitsCheckpoint()) {
            standingSince = null;
        } else if (standingSince == null) {
            standingSince = now;
        } else if (standingSince.plus(LONGEST_STANDSTILL).plus(copy.mayStand()).isBefore(now)) {
            fail(new NotPrimaryException("The global checkpoint of the copy on " + copy.where() + " does not move on"));
        }
    }

    private void fail(Exception e) {
        if (abandoned) {
            return;
        }
        if (e instanceof BlockedException blocked) {
            throw blocked;
        }
        if (failure == null) {
            failure = e;
        }
    }
}
