package io.shardstream.reader.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.SnapshotAnswer;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.reader.source.Stretch;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A source shard in memory, with one primary at a time and searches that see only what was refreshed.
public final class FakeSource implements SourceShard {
    final NavigableMap<Long, String> documents = new TreeMap<>();
    final List<Window> searches = new ArrayList<>();
    /// Numbers that were asked for by name.
    final List<Long> named = new ArrayList<>();
    /// From this number on documents are others than those that had the numbers before.
    long othersFrom = Long.MAX_VALUE;
    CopyIdentity identity = new CopyIdentity(1, "copy-1", "uuid", "history-1");
    long globalCheckpoint = -1;
    Duration mayStand = Duration.ZERO;
    long maxSeqNo = -1;
    int maxResultWindow = 10_000;
    boolean refreshes = true;
    boolean mayRefresh = true;
    long unreadable = Long.MIN_VALUE;
    long unreturnable = Long.MIN_VALUE;

    @Nullable
    ElasticException failure;

    boolean nowhere;
    boolean isElected = true;
    boolean isElectionAsked;
    long storedBytes;
    /// How often they were asked for.
    int sizesAsked;
    long mappingVersion;
    /// The first search that may bring more fails.
    int failsAbove = Integer.MAX_VALUE;

    int failures;
    /// Searches that bring more documents than that are answered too late.
    int lateAbove = Integer.MAX_VALUE;

    /// How many were.
    int late;
    /// Searches that bring this number are refused with that.
    long tooMuchAt = Long.MIN_VALUE;

    @Nullable
    ElasticException tooMuch;

    /// How many points in time were opened.
    int snapshots;
    /// How long one lives after a request.
    Duration snapshotsKept = Snapshot.WANTED;

    InstantSource clock = InstantSource.system();
    int touches;
    /// How many slices the last point in time was read in.
    int slices;
    /// How many documents each search might bring.
    final List<Integer> asked = new ArrayList<>();

    /// Documents under each number.
    int equal = 1;

    /// How many that are read alone a part holds.
    int aloneAtOnce = Integer.MAX_VALUE;

    /// How many parts there were.
    int parts;

    /// Documents that searches brought, all together and at most.
    long brought;
    int mostBrought;
    /// Happens after the numbers were read and before they arrive, and when documents are asked for by number.
    Runnable meanwhile = () -> {};

    long refreshCount;
    int openSnapshots;
    /// Documents that a snapshot counts and does not bring.
    long snapshotsMiss;
    private long visible = -1;

    /// The same documents, each that many bytes longer.
    void indexLarge(int count, int bytes) {
        for (int i = 0; i < count; i++) {
            documents.put(++maxSeqNo, "{\"n\":\"" + "x".repeat(bytes) + "\"}");
        }
        globalCheckpoint = maxSeqNo;
    }

    /// Documents with the numbers after the last one, all committed.
    public void index(int count) {
        for (int i = 0; i < count; i++) {
            documents.put(++maxSeqNo, "{\"n\":" + maxSeqNo + "}");
        }
        globalCheckpoint = maxSeqNo;
    }

    void refreshByItself() {
        refreshCount++;
        visible = maxSeqNo;
    }

    /// An older state of the disk comes back, with so many documents, and the copy is started from it.
    public void putBack(int count) {
        documents.tailMap((long) count, true).clear();
        maxSeqNo = count - 1L;
        globalCheckpoint = maxSeqNo;
        visible = maxSeqNo;
        refreshCount = 0;
    }

    /// Its node is started again from an older state of the whole cluster, as which it says what runs there.
    void startAgain(String process) {
        identity = new CopyIdentity(
                identity.term(), identity.allocationId(), identity.indexUuid(), identity.historyUuid(), process);
    }

    /// Another copy becomes the primary.
    public void failOver() {
        identity = new CopyIdentity(
                identity.term() + 1, "copy-" + (identity.term() + 1), identity.indexUuid(), identity.historyUuid());
    }

    private void answer() throws ElasticException {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public PrimaryCopy locate() throws ElasticException, NotPrimaryException {
        answer();
        if (nowhere) {
            throw new NotPrimaryException("nowhere");
        }
        return new Copy(identity);
    }

    private final class Copy implements PrimaryCopy {
        private final CopyIdentity self;

        Copy(CopyIdentity self) {
            this.self = self;
        }

        @Override
        public CopyIdentity identity() {
            return self;
        }

        @Override
        public int maxResultWindow() {
            return maxResultWindow;
        }

        @Override
        public CopyNumbers numbers() throws ElasticException {
            answer();
            CopyNumbers numbers = new CopyNumbers(identity, globalCheckpoint, maxSeqNo, refreshCount, mappingVersion);
            meanwhile.run();
            return numbers;
        }

        @Override
        public void refresh() throws ElasticException {
            answer();
            if (!mayRefresh) {
                throw new AssertionError("a copy was refreshed that may not be");
            }
            if (refreshes) {
                refreshByItself();
            }
        }

        @Override
        public Duration mayStand() {
            return mayStand;
        }

        @Override
        public boolean mayRefresh() {
            return mayRefresh;
        }

        @Override
        public boolean isElected() throws ElasticException {
            answer();
            isElectionAsked = true;
            return isElected;
        }

        @Override
        public long storedBytes() {
            sizesAsked++;
            return storedBytes;
        }

        @Override
        public List<Hit> named(List<Long> numbers) throws ElasticException {
            answer();
            named.addAll(numbers);
            meanwhile.run();
            return numbers.stream()
                    .flatMap(number -> hitsIn(new Window(number - 1, number)).stream())
                    .toList();
        }

        @Override
        public WindowAnswer read(Window window, int wanted, int maxBytes) throws ElasticException {
            answer();
            searches.add(window);
            if (window.contains(unreadable) || window.contains(unreturnable)) {
                return new WindowAnswer.Unreadable();
            }
            List<Hit> hits = hitsIn(window);
            asked.add(wanted);
            brought += Math.min(wanted, hits.size());
            mostBrought = Math.max(mostBrought, Math.min(wanted, hits.size()));
            requireInTime(hits.subList(0, Math.min(wanted, hits.size())));
            if (failsAbove < wanted && !hits.isEmpty()) {
                failures++;
                failsAbove = Integer.MAX_VALUE;
                throw new ElasticException.Unreachable("the node is gone", new IOException());
            }
            if (hits.size() > Math.min(wanted, maxResultWindow)) {
                return new WindowAnswer.TooMany(hits.size());
            }
            long bytes = hits.stream().mapToLong(FakeHits::sizeOf).sum();
            return bytes > maxBytes
                    ? new WindowAnswer.TooLarge()
                    : new WindowAnswer.Whole(hits, List.of(), bytes, bytes);
        }

        @Override
        public WindowAnswer readAlone(Window window) throws ElasticException {
            answer();
            List<Hit> hits = hitsIn(window);
            requireInTime(hits);
            if (window.contains(unreturnable)) {
                return new WindowAnswer.Whole(
                        List.of(), hits.stream().map(FakeHits::unreturnable).toList(), 0, 0);
            }
            return readAlone(window, hits);
        }

        @Override
        public WindowAnswer readAlone(Window window, List<Hit> left) {
            int many = Math.min(aloneAtOnce, left.size());
            parts++;
            WindowAnswer.Whole read = new WindowAnswer.Whole(left.subList(0, many), List.of(), 0, 0);
            return many == left.size() ? read : new WindowAnswer.Part(read, left.subList(many, left.size()));
        }

        @Override
        public Snapshot snapshot() throws ElasticException {
            answer();
            openSnapshots++;
            snapshots++;
            return new PointInTime();
        }

        @Override
        public String where() {
            return "fake";
        }
    }

    /// What was visible when it was opened; documents have their place in the list as position.
    private final class PointInTime implements Snapshot {
        private final List<Hit> hits = visible < 0
                ? List.of()
                : hitsIn(new Window(-1, visible)).stream().toList();

        private Instant asked = clock.instant();

        @Override
        public Duration kept() {
            return snapshotsKept;
        }

        @Override
        public void touch() throws ElasticException {
            touches++;
            requireAlive();
        }

        private void requireAlive() throws ElasticException {
            if (asked.plus(snapshotsKept).isBefore(clock.instant())) {
                throw new ElasticException.Malformed("the point in time is gone");
            }
            asked = clock.instant();
        }

        @Override
        public SnapshotAnswer read(Stretch stretch, int maxBytes) throws ElasticException {
            answer();
            requireAlive();
            slices = stretch.slices();
            List<Integer> places = placesIn(stretch);
            List<Hit> read = places.stream().map(hits::get).toList();
            requireInTime(read);
            long bytes = read.stream().mapToLong(FakeHits::sizeOf).sum();
            if (read.stream().anyMatch(hit -> hit.seqNo() == unreadable || hit.seqNo() == unreturnable)) {
                return new SnapshotAnswer(new WindowAnswer.Unreadable(), stretch.behind(), false, -1);
            }
            return bytes > maxBytes
                    ? new SnapshotAnswer(new WindowAnswer.TooLarge(), stretch.behind(), false, -1)
                    : told(stretch, places, new WindowAnswer.Whole(read, List.of(), bytes, bytes));
        }

        @Override
        public SnapshotAnswer readAlone(Stretch stretch) throws ElasticException {
            answer();
            List<Integer> places = placesIn(stretch);
            List<Hit> read = places.stream().map(hits::get).toList();
            requireInTime(read);
            boolean cannot = read.stream().anyMatch(hit -> hit.seqNo() == unreturnable);
            return told(
                    stretch,
                    places,
                    cannot
                            ? new WindowAnswer.Whole(
                                    List.of(),
                                    read.stream().map(FakeHits::unreturnable).toList(),
                                    0,
                                    0)
                            : new WindowAnswer.Whole(read, List.of(), 0, 0));
        }

        private SnapshotAnswer told(Stretch stretch, List<Integer> places, WindowAnswer answer) {
            long last = places.isEmpty() ? stretch.behind() : places.getLast();
            long total = placesIn(new Stretch(
                                    stretch.slice(),
                                    stretch.slices(),
                                    -1,
                                    Integer.MAX_VALUE,
                                    stretch.above(),
                                    stretch.upTo()))
                            .size()
                    + snapshotsMiss;
            return new SnapshotAnswer(answer, last, places.size() < stretch.size(), stretch.isFirst() ? total : -1);
        }

        private List<Integer> placesIn(Stretch stretch) {
            return IntStream.range(0, hits.size())
                    .filter(place -> place > stretch.behind() && place % stretch.slices() == stretch.slice())
                    .filter(place -> hits.get(place).seqNo() > stretch.above()
                            && hits.get(place).seqNo() <= stretch.upTo())
                    .limit(stretch.size())
                    .boxed()
                    .toList();
        }

        @Override
        public void close() {
            openSnapshots--;
        }
    }

    private void requireInTime(List<Hit> brought) throws ElasticException {
        if (brought.size() > lateAbove) {
            late++;
            throw ElasticException.Unreachable.late(
                    "source node fake did not answer POST /i/_search within source.request-timeout (1s)",
                    new IOException(),
                    Duration.ofSeconds(1));
        }
        if (tooMuch != null && brought.stream().anyMatch(hit -> hit.seqNo() == tooMuchAt)) {
            throw tooMuch;
        }
    }

    private List<Hit> hitsIn(Window window) {
        long upTo = Math.min(visible, window.upTo());
        if (upTo <= window.above()) {
            return List.of();
        }
        return FakeHits.of(documents.subMap(window.above(), false, upTo, true), equal, othersFrom);
    }
}
