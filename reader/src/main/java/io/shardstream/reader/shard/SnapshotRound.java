package io.shardstream.reader.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.reader.publish.LaneSorter;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.window.DocumentTally;
import io.shardstream.reader.window.WindowWidth;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads a shard whose numbers cannot be searched fast, through a point in time, several slices at once. It
/// is settled as a whole, and before anything is published: when the global checkpoint has reached the
/// highest number that had been given out when the point in time was there, all that it holds is
/// committed on all copies, and so is whatever it hides.
final class SnapshotRound implements ReadRound {
    private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(10);

    /// For each time that a round took, so many times the source is left alone: each looks at the number of
    /// every document of the shard.
    private static final int REST_FACTOR = 4;

    private static final Duration LONGEST_REST = Duration.ofSeconds(10);

    /// Who waits until everything is read has patience for half a minute: for the rest of a round that does
    /// not see the latest any more, the pause after it, and a round as long.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// A snapshot is touched when a third of its life has passed.
    private static final int THIRD = 3;

    private final ReaderContext around;
    private final PrimaryCopy copy;
    private final LaneSorter sorter;
    private final long from;
    private final long upTo;

    private WindowWidth width;
    private @Nullable Snapshot snapshot;
    /// When something was read of it last.
    private Instant read = Instant.MIN;
    /// When it was read or touched last.
    private Instant touched = Instant.MIN;
    private boolean touching;
    private boolean asking;
    private @Nullable CopyNumbers opened;
    /// Whether all that it holds is committed.
    private boolean isCommitted;
    /// As the node said first: the point in time was there by then, so that no document in it needs a newer mapping.
    private long mappingVersion = CopyNumbers.NO_VERSION;
    private final NumbersPace pace = new NumbersPace();
    private Instant standingSince = Instant.MIN;
    private List<SliceReader> slices = List.of();
    /// When the first of them was asked for.
    private Instant begun = Instant.MAX;
    private boolean isComplete;
    private boolean abandoned;
    private @Nullable Exception failure;
    private DocumentTally settled = DocumentTally.NOTHING;

    /// @param done highest number that is settled already
    /// @param upTo highest number to be read; everything up to it is visible to the copy's searches
    SnapshotRound(ReaderContext around, PrimaryCopy copy, LaneSorter sorter, WindowWidth width, long done, long upTo) {
        this.around = around;
        this.copy = copy;
        this.sorter = sorter;
        this.width = width;
        this.from = done;
        this.upTo = upTo;
    }

    @Override
    public int step(Instant now) {
        if (isOver() || abandoned) {
            return 0;
        }
        Snapshot open = snapshot;
        if (open == null) {
            return ask(() -> errand(copy::snapshot, this::isOpen));
        }
        int sent = step(open, now);
        if (sent > 0) {
            read = now;
            touched = now;
        }
        return sent + keep(open, now);
    }

    /// Where the server ends a snapshot sooner than it is wanted ([Snapshot#WANTED]), it is touched
    /// meanwhile. One of which nothing is read for longer is left to end: a server keeps for it what was
    /// deleted since. If that fails, the next reading says why.
    private int keep(Snapshot open, Instant now) {
        boolean isShort = open.kept().compareTo(Snapshot.WANTED) < 0;
        boolean isDue = !now.isBefore(touched.plus(open.kept().dividedBy(THIRD)));
        if (!isShort || !isDue || touching || isOver() || !now.isBefore(read.plus(Snapshot.WANTED))) {
            return 0;
        }
        touching = true;
        touched = now;
        around.errands()
                .run(
                        () -> {
                            open.touch();
                            return open;
                        },
                        _ -> touching = false,
                        _ -> touching = false);
        return 1;
    }

    private int step(Snapshot open, Instant now) {
        if (slices.isEmpty() && isCommitted && around.mapping().has(mappingVersion)) {
            begin(open);
            return 1;
        }
        if (slices.isEmpty()) {
            boolean asksNoMore = isCommitted && mappingVersion != CopyNumbers.NO_VERSION;
            return asksNoMore || !pace.isDue(now) ? 0 : ask(() -> askNumbers(now));
        }
        int sent = slices.stream().mapToInt(slice -> slice.step(width)).sum();
        if (slices.stream().allMatch(SliceReader::isRead)) {
            settled = slices.stream().map(SliceReader::tally).reduce(DocumentTally.NOTHING, DocumentTally::plus);
            isComplete = true;
        }
        return sent;
    }

    private void askNumbers(Instant now) {
        pace.asked(now);
        errand(copy::numbers, this::told);
    }

    private int ask(Runnable question) {
        if (asking) {
            return 0;
        }
        asking = true;
        question.run();
        return 1;
    }

    /// One that comes too late is closed all the same.
    private void isOpen(Snapshot open) {
        asking = false;
        snapshot = open;
        read = around.clock().instant();
        touched = read;
        if (abandoned) {
            close(open);
        }
    }

    private void told(CopyNumbers numbers) {
        asking = false;
        if (abandoned) {
            return;
        }
        Instant now = around.clock().instant();
        pace.told(now);
        CopyNumbers first = opened;
        if (first == null) {
            first = numbers;
            opened = numbers;
            standingSince = now;
        }
        mappingVersion = mappingVersion == CopyNumbers.NO_VERSION ? numbers.mappingVersion() : mappingVersion;
        if (!numbers.identity().equals(copy.identity())) {
            fail(new NotPrimaryException("The copy on " + copy.where() + " has become another one"));
        } else if (numbers.globalCheckpoint() >= first.maxSeqNo()) {
            isCommitted = true;
        } else if (standingSince.plus(LONGEST_STANDSTILL).plus(copy.mayStand()).isBefore(now)) {
            fail(new NotPrimaryException("The global checkpoint of the copy on " + copy.where() + " does not move on"));
        }
    }

    private void begin(Snapshot open) {
        int count = slicesWanted();
        begun = around.clock().instant();
        slices = IntStream.range(0, count)
                .mapToObj(slice -> new SliceReader(
                        around,
                        open,
                        sorter,
                        new SliceReader.Part(
                                slice, count, from, upTo, copy.place().node()),
                        learnt -> width = learnt.apply(width),
                        this::fail))
                .toList();
    }

    /// Each slice looks at the numbers of all documents by itself, and what came since the last round mostly
    /// fits into one page.
    private int slicesWanted() {
        int most = around.limits().windowsInFlight();
        return from < 0
                ? most
                : (int) Math.min(most, 1 + (upTo - from - 1) / width.page().documents());
    }

    @Override
    public Duration rest(Instant now) {
        if (begun.isAfter(now)) {
            return Duration.ZERO;
        }
        return restAfter(Duration.between(begun, now));
    }

    /// None after a round of a quarter of a minute or longer, whose followers take all of the time there is.
    ///
    /// @param round how long it took
    static Duration restAfter(Duration round) {
        Duration left = PATIENCE.minus(round.multipliedBy(2));
        return Collections.max(
                List.of(Duration.ZERO, Collections.min(List.of(round.multipliedBy(REST_FACTOR), LONGEST_REST, left))));
    }

    private <T> void errand(Asked<T> call, Consumer<T> done) {
        around.errands().run(call::ask, done, e -> {
            asking = false;
            fail(e);
        });
    }

    /// What is asked of a copy.
    @FunctionalInterface
    private interface Asked<T> {
        T ask() throws ElasticException, NotPrimaryException;
    }

    @Override
    public int inFlight() {
        return (int) slices.stream().filter(SliceReader::isUnderWay).count();
    }

    @Override
    public boolean isOver() {
        return failure != null || isComplete;
    }

    @Override
    public @Nullable Exception failure() {
        return failure;
    }

    @Override
    public long done() {
        return isComplete ? upTo : from;
    }

    @Override
    public DocumentTally takeSettled() {
        DocumentTally taken = settled;
        settled = DocumentTally.NOTHING;
        return taken;
    }

    @Override
    public WindowWidth width() {
        return width;
    }

    @Override
    public void abandon() {
        if (!abandoned) {
            abandoned = true;
            slices.forEach(SliceReader::abandon);
            Snapshot open = snapshot;
            if (open != null) {
                close(open);
            }
        }
    }

    /// What comes of it does not matter.
    private void close(Snapshot open) {
        around.errands()
                .run(
                        () -> {
                            open.close();
                            return open;
                        },
                        closed -> {},
                        e -> {});
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
