package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.UnrefreshedException;
import io.shardstream.control.compare.version.MemoryShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    /// What takes a minute by the index's own settings is waited for, and the question is not asked again.
    @Test
    void anAnswerOfAnIndexThatSyncsNowAndThenIsAskedForOnce() throws Exception {
        shard.index("a", "{}");
        shard.unsettled(1);
        shard.mayStand(Duration.ofMinutes(2));
        AtomicReference<Duration> waited = new AtomicReference<>(Duration.ZERO);
        AtomicInteger asked = new AtomicInteger();
        Asking patient = new Asking(time -> {
            if (waited.updateAndGet(before -> before.plus(time)).compareTo(Duration.ofSeconds(100)) > 0) {
                shard.unsettled(0);
            }
        });

        int answer =
                patient.settled(shard, null, (_, _) -> asked.incrementAndGet()).value();

        assertThat(answer).isEqualTo(1);
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
    @Timeout(60)
    void aShardIsLookedForAndRefreshedWhileAnotherOneOfItsNodeIsSearched() throws Exception {
        MemoryShard other = new MemoryShard();
        CountDownLatch located = new CountDownLatch(1);
        ScannedShard second = new Located(() -> {
            located.countDown();
            return other.locate();
        });
        Asking both = new Asking(_ -> {}, 2);

        List<Long> seen = new ArrayList<>();
        both.<Long>all(
                List.of(
                        each -> each.revealed(shard, null, (_, _) -> {
                                    await(located);
                                    while (other.refreshes() == 0
                                            && !Thread.currentThread().isInterrupted()) {
                                        Thread.onSpinWait();
                                    }
                                    return other.refreshes();
                                })
                                .value(),
                        each -> each.revealed(second, null, (_, _) -> other.refreshes())
                                .value()),
                2,
                seen::add);

        assertThat(seen).hasSize(2).allSatisfy(count -> assertThat(count).isPositive());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatACopyShowsIsLookedAtAgainIfItsTurnComesLate() throws Exception {
        shard.index("a", "{}");
        AtomicLong nanos = new AtomicLong(-3);
        Asking late = new Asking(
                _ -> {}, 1, () -> nanos.getAndAdd(Duration.ofSeconds(6).toNanos()));
        Asking soon = new Asking(
                _ -> {}, 1, () -> nanos.getAndAdd(Duration.ofSeconds(4).toNanos()));

        soon.revealed(shard, null, (_, _) -> 7);
        long once = shard.refreshes();
        late.revealed(shard, null, (_, _) -> 7);

        assertThat(once).isPositive();
        assertThat(shard.refreshes()).isEqualTo(3 * once);
    }

    @Test
    @Timeout(60)
    void whatACopySaysOfItselfIsAskedWhileItsNodeIsSearched() throws Exception {
        MemoryShard other = new MemoryShard();
        CountDownLatch said = new CountDownLatch(1);
        Asking both = new Asking(_ -> {}, 2);

        List<Integer> answers = new ArrayList<>();
        both.<Integer>all(
                List.of(
                        each -> each.seen(shard, (_, _) -> {
                            await(said);
                            return 1;
                        }),
                        each -> each.said(other, (_, _) -> {
                            said.countDown();
                            return 2;
                        })),
                2,
                answers::add);

        assertThat(answers).containsExactly(1, 2);
    }

    @Test
    void whatACopySaysOfItselfThatBecameAnotherOneIsAskedAgain() throws Exception {
        shard.index("a", "{}");
        AtomicInteger asked = new AtomicInteger();

        int answer = asking.said(shard, (_, _) -> {
            if (asked.incrementAndGet() == 1) {
                shard.failOver("h");
            }
            return asked.get();
        });

        assertThat(answer).isEqualTo(2);
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
