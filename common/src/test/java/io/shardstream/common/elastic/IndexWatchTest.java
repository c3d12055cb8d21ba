package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class IndexWatchTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Deque<Runnable> asked = new ArrayDeque<>();
    private final Counted loop = new Counted();
    private int meanwhile;
    private IndexWatch.Look look = Optional::empty;
    private final AccessRefusals refusals = new AccessRefusals(() -> now.get().toEpochMilli() * 1_000_000);
    private final IndexWatch watch = watch(IndexWatch.Begin.UNSEEN);

    private static final class Counted implements Loop {
        private int steps;

        @Override
        public String name() {
            return "reader";
        }

        @Override
        public int doWork() {
            return ++steps;
        }

        @Override
        public void close() {}
    }

    private IndexWatch watch(IndexWatch.Begin begin) {
        return new IndexWatch(
                loop, "source", begin, () -> meanwhile++, () -> look.now(), refusals, asked::add, now::get);
    }

    @Test
    void nothingIsDoneBeforeItWasLookedAt() {
        watch.doWork();
        watch.doWork();
        assertThat(loop.steps).isZero();

        asked.remove().run();
        watch.doWork();
        assertThat(loop.steps).isEqualTo(1);
    }

    @Test
    void whatIsHiddenEndsItBeforeItBegins() {
        look = () -> Optional.of("Documents are hidden.");
        watch.doWork();
        asked.remove().run();

        assertThatThrownBy(watch::doWork)
                .isInstanceOf(BlockedException.class)
                .hasMessageStartingWith("Documents are hidden.");
        assertThat(loop.steps).isZero();
    }

    @Test
    void whatComesToBeHiddenEndsItWithinTenSeconds() {
        answered();
        look = () -> Optional.of("Fields are hidden.");
        after(9);
        assertThat(asked).isEmpty();
        after(1);
        asked.remove().run();

        assertThatThrownBy(watch::doWork).isInstanceOf(BlockedException.class);
    }

    @Test
    void aClusterThatIsAwayIsAskedAgainSoonAndStopsNobody() {
        look = () -> {
            throw new ElasticException.Unreachable("away", new IOException("away"));
        };
        answered();
        int before = loop.steps;
        after(1);
        assertThat(asked).hasSize(1);
        assertThat(loop.steps).isGreaterThan(before);
    }

    /// C-03: a data node that is reached before the others may be one of another cluster.
    @Test
    void nothingIsWrittenToAClusterThatWasAwayBeforeItHasTold() {
        IndexWatch writing = watch(IndexWatch.Begin.SEEN);
        look = () -> {
            throw new ElasticException.Unreachable("away", new IOException("away"));
        };
        writing.doWork();
        asked.remove().run();
        writing.doWork();
        assertThat(loop.steps).isZero();
        assertThat(meanwhile).as("the control topic is heard").isEqualTo(2);

        now.updateAndGet(time -> time.plusSeconds(1));
        writing.doWork();
        look = () -> Optional.of("It is another index.");
        asked.remove().run();
        assertThatThrownBy(writing::doWork).isInstanceOf(BlockedException.class);
        assertThat(loop.steps).isZero();
    }

    @Test
    void aClusterThatIsTooBusyToTellIsNotReadBeforeItHasTold() {
        look = () -> {
            throw refused(429);
        };
        answered();
        assertThat(loop.steps).isZero();

        after(1);
        look = Optional::empty;
        asked.remove().run();
        watch.doWork();
        assertThat(loop.steps).isEqualTo(1);
    }

    @Test
    void whoWaitsForAnAnswerSaysSo() {
        look = () -> {
            throw new ElasticException.Malformed("not its whole state");
        };
        answered();
        assertThat(refusals.lasting()).isEmpty();
        for (int second = 0; second < 11; second++) {
            after(1);
            asked.remove().run();
            watch.doWork();
        }
        assertThat(refusals.lasting().orElseThrow())
                .contains("does not say what this process needs", "not its whole state");
    }

    private static ElasticException refused(int status) {
        try {
            new Reply("http://n", Call.get("/"), status, Bytes.utf8("{}")).orThrow();
        } catch (ElasticException e) {
            return e;
        }
        throw new AssertionError(status + " is not refused");
    }

    private void answered() {
        watch.doWork();
        asked.remove().run();
        watch.doWork();
    }

    private void after(int seconds) {
        now.updateAndGet(time -> time.plusSeconds(seconds));
        watch.doWork();
    }
}
