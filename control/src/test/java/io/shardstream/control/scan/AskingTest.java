package io.shardstream.control.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.ElectedPrimary;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.UnrefreshedException;
import io.shardstream.control.words.MemoryShard;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AskingTest {
    private final MemoryShard shard = new MemoryShard();
    private final AtomicInteger waits = new AtomicInteger();
    private final Asking asking = new Asking(time -> waits.addAndGet(time.isZero() ? 0 : 1));

    private interface Locating {
        ScannedCopy locate() throws NotPrimaryException;
    }

    /// Of which only the location is asked.
    private record Located(Locating locating) implements ScannedShard {
        @Override
        public ScannedCopy locate() throws NotPrimaryException {
            return locating.locate();
        }

        @Override
        public ElectedPrimary elected() {
            throw new AssertionError("not asked");
        }
    }

    @Test
    void aPrimaryThatMovesIsWaitedFor() throws Exception {
        ScannedShard moving = new Located(() -> {
            if (waits.get() < 5) {
                throw new NotPrimaryException("elsewhere");
            }
            return shard.locate();
        });

        assertThat(asking.settled(moving, null, (_, _) -> 7).value()).isEqualTo(7);

        assertThat(waits.get()).isEqualTo(5);
    }

    @Test
    void aPrimaryThatNeverComesEndsTheWaiting() {
        ScannedShard gone = new Located(() -> {
            throw new NotPrimaryException("nowhere");
        });

        assertThatThrownBy(() -> asking.seen(gone, (_, _) -> 7))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessage("nowhere");

        assertThat(waits.get()).isBetween(10, 100);
    }

    @Test
    void anAnswerOfACopyThatBecameAnotherOneIsAskedAgain() throws Exception {
        shard.index("a", "{}");
        AtomicInteger asked = new AtomicInteger();

        int answer = asking.seen(shard, (_, _) -> {
            if (asked.incrementAndGet() == 1) {
                shard.failOver("h");
            }
            return asked.get();
        });

        assertThat(answer).isEqualTo(2);
    }

    @Test
    void anAnswerThatMayBeRolledBackIsNotTaken() {
        shard.index("a", "{}");
        shard.unsettled(1);

        assertThatThrownBy(() -> asking.settled(shard, null, (_, _) -> 7))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("do not follow");
    }

    @Test
    void whatIsVisibleAlreadyIsNotRefreshedFor() throws Exception {
        shard.index("a", "{}");
        Visible visible = asking.revealed(shard, null, (_, _) -> 7).visible();
        long refreshes = shard.refreshes();

        assertThat(asking.settled(shard, visible, (_, _) -> 8).visible()).isEqualTo(visible);

        assertThat(shard.refreshes()).isEqualTo(refreshes);
        shard.failOver("h");
        asking.settled(shard, visible, (_, _) -> 9);
        assertThat(shard.refreshes()).isGreaterThan(refreshes);
    }

    @Test
    void aPrimaryThatIsBehindTheOneBeforeItIsNotBelieved() throws Exception {
        shard.index("a", "{}");
        shard.index("b", "{}");
        Visible visible = asking.revealed(shard, null, (_, _) -> 7).visible();
        shard.failOver("h");
        shard.unsettled(1);

        assertThatThrownBy(() -> asking.revealed(shard, visible, (_, _) -> 8))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("not as far");
    }

    @Test
    void whatDoesNotAnswerIsAskedAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();

        assertThat(asking.<Integer>seen(shard, (_, _) -> {
                    if (asked.incrementAndGet() < 3) {
                        throw new ElasticException.Malformed("half a shard");
                    }
                    return 7;
                }))
                .isEqualTo(7);
    }

    @Test
    void aCopyThatMayNotBeRefreshedIsWaitedFor() throws Exception {
        shard.refuseRefreshes();
        Asking patient = new Asking(time -> {
            if (!time.isZero() && waits.incrementAndGet() % 100 == 0) {
                shard.refresh();
            }
        });

        assertThat(patient.settled(shard, null, (_, _) -> 7).value()).isEqualTo(7);

        assertThat(waits.get()).isEqualTo(200);
    }

    @Test
    void aCopyThatNeverRefreshesIsWaitedForOnce() {
        shard.refuseRefreshes();

        assertThatThrownBy(() -> asking.settled(shard, null, (_, _) -> 7))
                .isInstanceOf(UnrefreshedException.class)
                .hasMessageContaining("may not be refreshed by this run");

        assertThat(waits.get()).isBetween(400, 600);
    }
}
