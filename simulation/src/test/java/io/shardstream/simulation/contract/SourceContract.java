package io.shardstream.simulation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.SnapshotAnswer;
import io.shardstream.reader.source.Stretch;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a source of one shard does with numbers, refreshes, searches and points in time, as readers rely on it.
public abstract class SourceContract {
    private static final int LARGE = 1 << 20;

    /// A source that does not refresh by itself and whose searches return [#MAX_RESULTS] documents at most.
    public interface Source {
        int MAX_RESULTS = 5;

        PrimaryCopy copy() throws Exception;

        /// Writes a document, or deletes it, with a routing equal to its id or with none.
        void write(String id, boolean routed, @Nullable String source) throws Exception;

        void pause(Duration time) throws InterruptedException;
    }

    @FunctionalInterface
    public interface Body {
        void run(Source source) throws Exception;
    }

    /// Runs a test over a source that is empty.
    protected abstract void over(Body body) throws Exception;

    private static void write(Source source, String id, String body) throws Exception {
        source.write(id, false, body);
    }

    private static void delete(Source source, String id) throws Exception {
        source.write(id, false, null);
    }

    /// Numbers with everything acknowledged up to the highest.
    private static CopyNumbers settled(Source source, PrimaryCopy copy) throws Exception {
        CopyNumbers numbers = copy.numbers();
        for (int i = 0; i < 1000 && numbers.globalCheckpoint() < numbers.maxSeqNo(); i++) {
            source.pause(Duration.ofMillis(10));
            numbers = copy.numbers();
        }
        assertThat(numbers.globalCheckpoint()).isEqualTo(numbers.maxSeqNo());
        return numbers;
    }

    private static PrimaryCopy visible(Source source) throws Exception {
        PrimaryCopy copy = source.copy();
        settled(source, copy);
        RefreshWait.beyond(-1, copy, source::pause);
        return copy;
    }

    private static Stream<Hit> hits(WindowAnswer answer) {
        assertThat(answer).isInstanceOf(WindowAnswer.Whole.class);
        return answer instanceof WindowAnswer.Whole whole ? whole.hits().stream() : Stream.of();
    }

    /// Such as `a#3={}`.
    private static String text(Hit hit) {
        return hit.id().utf8() + "#" + hit.seqNo() + "="
                + (hit.source() == null ? "" : hit.source().utf8().strip());
    }

    private static List<String> read(PrimaryCopy copy, long above, long upTo) throws ElasticException {
        return hits(copy.read(new Window(above, upTo), 10_000, LARGE))
                .map(SourceContract::text)
                .sorted()
                .toList();
    }

    @Test
    void everyOperationTakesTheNextNumberAndIsSettledOnceEveryCopyHasIt() throws Exception {
        over(source -> {
            PrimaryCopy copy = source.copy();
            assertThat(copy.numbers().maxSeqNo()).isEqualTo(-1);
            assertThat(copy.numbers().globalCheckpoint()).isEqualTo(-1);
            write(source, "a", "{}");
            write(source, "b", "{}");
            write(source, "a", "{\"n\":1}");
            delete(source, "b");

            CopyNumbers numbers = settled(source, copy);

            assertThat(numbers.maxSeqNo()).isEqualTo(3);
            assertThat(numbers.identity()).isEqualTo(copy.identity());
            assertThat(numbers.identity()).isEqualTo(source.copy().identity());
        });
    }

    @Test
    void aWindowHoldsTheLastStateOfEachDocumentThatHasItsNumberThere() throws Exception {
        over(source -> {
            write(source, "a", "{}");
            write(source, "b", "{}");
            write(source, "a", "{\"n\":1}");
            delete(source, "b");
            write(source, "c", "{\"n\":2}");
            write(source, "b", "{\"n\":3}");
            PrimaryCopy copy = visible(source);

            assertThat(read(copy, -1, 5)).containsExactly("a#2={\"n\":1}", "b#5={\"n\":3}", "c#4={\"n\":2}");
            assertThat(read(copy, -1, 1)).isEmpty();
            assertThat(read(copy, 2, 4)).containsExactly("c#4={\"n\":2}");
            assertThat(read(copy, 4, 90)).containsExactly("b#5={\"n\":3}");
        });
    }

    @Test
    void searchesSeeNothingOfWhatCameAfterTheLastRefreshAndTheCopyCountsThose() throws Exception {
        over(source -> {
            write(source, "a", "{}");
            PrimaryCopy copy = visible(source);
            long refreshes = copy.numbers().refreshes();
            write(source, "b", "{}");
            delete(source, "a");
            settled(source, copy);
            assertThat(read(copy, -1, 9)).containsExactly("a#0={}");
            assertThat(copy.numbers().refreshes()).isEqualTo(refreshes);

            copy.refresh();

            assertThat(copy.numbers().refreshes()).isGreaterThan(refreshes);
            assertThat(read(copy, -1, 9)).containsExactly("b#1={}");
        });
    }

    @Test
    void aRefreshThatFindsNothingNewCountsToo() throws Exception {
        over(source -> {
            write(source, "a", "{}");
            PrimaryCopy copy = visible(source);
            long refreshes = copy.numbers().refreshes();
            copy.refresh();
            assertThat(copy.numbers().refreshes()).isGreaterThan(refreshes);
        });
    }

    @Test
    void aDocumentTellsItsRouting() throws Exception {
        over(source -> {
            source.write("a", true, "{}");
            write(source, "b", "{}");
            PrimaryCopy copy = visible(source);

            assertThat(hits(copy.read(new Window(-1, 1), 10_000, LARGE))
                            .map(hit -> hit.id().utf8() + " "
                                    + (hit.routing() == null
                                            ? "-"
                                            : hit.routing().utf8())))
                    .containsExactlyInAnyOrder("a a", "b -");
        });
    }

    @Test
    void aWindowThatHoldsTooMuchSaysSo() throws Exception {
        over(source -> {
            for (int i = 0; i <= Source.MAX_RESULTS; i++) {
                write(source, "d" + i, "{\"text\":\"" + "x".repeat(1000) + "\"}");
            }
            PrimaryCopy copy = visible(source);
            assertThat(copy.maxResultWindow()).isEqualTo(Source.MAX_RESULTS);

            assertThat(copy.read(new Window(-1, 5), 10_000, LARGE)).isInstanceOf(WindowAnswer.TooMany.class);
            assertThat(copy.read(new Window(-1, 3), 10_000, 1500)).isInstanceOf(WindowAnswer.TooLarge.class);
            assertThat(hits(copy.readAlone(new Window(2, 3)))).hasSize(1);
            assertThat(read(copy, 0, 5)).hasSize(5);
        });
    }

    @Test
    void aPointInTimeStaysAsItWasWhenItWasOpened() throws Exception {
        over(source -> {
            write(source, "a", "{}");
            write(source, "b", "{}");
            write(source, "c", "{}");
            PrimaryCopy copy = visible(source);
            write(source, "unseen", "{}");
            Snapshot snapshot = copy.snapshot();
            delete(source, "a");
            write(source, "b", "{\"n\":1}");
            visible(source);

            SnapshotAnswer first = snapshot.read(new Stretch(0, 1, Page.NO_POSITION, 2, -1, 99), LARGE);
            SnapshotAnswer rest = snapshot.read(new Stretch(0, 1, first.position(), 2, -1, 99), LARGE);
            snapshot.close();

            assertThat(first.total()).isEqualTo(3);
            assertThat(first.isEnd()).isFalse();
            assertThat(rest.total()).isEqualTo(SnapshotAnswer.NOT_TOLD);
            assertThat(rest.isEnd()).isTrue();
            assertThat(Stream.of(first, rest)
                            .flatMap(answer -> hits(answer.answer()))
                            .map(SourceContract::text))
                    .containsExactlyInAnyOrder("a#0={}", "b#1={}", "c#2={}");
        });
    }

    @Test
    void slicesOfAPointInTimeHoldEachDocumentOnceAndOnlyTheNumbersAskedFor() throws Exception {
        over(source -> {
            for (int i = 0; i < 8; i++) {
                write(source, "d" + i, "{}");
            }
            Snapshot snapshot = visible(source).snapshot();
            List<Long> found = new ArrayList<>();
            for (int slice = 0; slice < 2; slice++) {
                SnapshotAnswer answer = snapshot.read(new Stretch(slice, 2, Page.NO_POSITION, 5, 1, 5), LARGE);
                hits(answer.answer()).forEach(hit -> found.add(hit.seqNo()));
            }
            snapshot.close();

            assertThat(found).containsExactlyInAnyOrder(2L, 3L, 4L, 5L);
        });
    }
}
