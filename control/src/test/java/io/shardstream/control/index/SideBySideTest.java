package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SideBySideTest {
    private final List<Integer> handedOn = new ArrayList<>();

    @Test
    void whatIsDoneFirstIsHandedOnInItsTurn() throws Exception {
        CountDownLatch secondIsDone = new CountDownLatch(1);

        new SideBySide(2, _ -> {})
                .carryOut(
                        List.<Callable<Integer>>of(
                                () -> {
                                    secondIsDone.await();
                                    return 1;
                                },
                                () -> {
                                    secondIsDone.countDown();
                                    return 2;
                                },
                                () -> 3),
                        handedOn::add);

        assertThat(handedOn).containsExactly(1, 2, 3);
    }

    @Test
    void asManyAreUnderWayAsMayBeAndNoMore() throws Exception {
        CyclicBarrier three = new CyclicBarrier(3);
        AtomicInteger begun = new AtomicInteger();
        List<Callable<Integer>> errands = IntStream.range(0, 9)
                .<Callable<Integer>>mapToObj(number -> () -> {
                    begun.incrementAndGet();
                    three.await();
                    return number;
                })
                .toList();

        new SideBySide(3, _ -> {}).carryOut(errands, number -> {
            assertThat(begun.get() - handedOn.size()).isBetween(1, 3);
            handedOn.add(number);
        });

        assertThat(handedOn).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void aFailureComesOutAsItIsAndEndsTheOthers() throws Exception {
        for (Exception failure : List.of(
                new ElasticException.Malformed("half a shard"),
                new NotPrimaryException("nowhere"),
                new IllegalStateException("broken"))) {
            CountDownLatch isInterrupted = new CountDownLatch(1);

            assertThatThrownBy(() -> new SideBySide(2, _ -> {})
                            .carryOut(
                                    List.<Callable<Integer>>of(
                                            () -> {
                                                throw failure;
                                            },
                                            () -> untilInterrupted(isInterrupted)),
                                    handedOn::add))
                    .isSameAs(failure);

            assertThat(isInterrupted.await(50, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(handedOn).isEmpty();
    }

    @Test
    void aFailureIsNotHeldBackByWhatTakesLonger() throws Exception {
        CountDownLatch isInterrupted = new CountDownLatch(1);

        assertThatThrownBy(() -> new SideBySide(2, _ -> {})
                        .carryOut(
                                List.<Callable<Integer>>of(() -> untilInterrupted(isInterrupted), () -> {
                                    throw new NotPrimaryException("nowhere");
                                }),
                                handedOn::add))
                .hasMessage("nowhere");

        assertThat(isInterrupted.getCount()).as("it has ended").isZero();
    }

    @Test
    void whoeverWatchesMayEndItWhileAnErrandIsUnderWay() throws Exception {
        CountDownLatch isInterrupted = new CountDownLatch(1);
        CountDownLatch looks = new CountDownLatch(3);

        assertThatThrownBy(() -> new SideBySide(2, _ -> {
                            looks.countDown();
                            if (looks.getCount() == 0) {
                                throw new IllegalStateException("aborted");
                            }
                        })
                        .carryOut(List.<Callable<Integer>>of(() -> untilInterrupted(isInterrupted)), handedOn::add))
                .hasMessage("aborted");

        assertThat(isInterrupted.await(50, TimeUnit.SECONDS)).isTrue();
    }

    private static int untilInterrupted(CountDownLatch isInterrupted) throws InterruptedException {
        try {
            new CountDownLatch(1).await();
            return 0;
        } finally {
            isInterrupted.countDown();
        }
    }
}
