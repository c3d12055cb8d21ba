package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ScanPaceTest {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private ControlRecords said = ControlRecords.NONE;
    private Instant now = Instant.parse("2026-07-01T12:00:00Z");

    @Test
    void searchesKeepToTheRateByTheBytesOfTheirAnswers() throws Exception {
        ScanPace pace = paceOf("per-node", "1mb");
        Duration took = timeOf(() -> {
            for (int i = 0; i < 20; i++) {
                answered(pace, 1 << 20);
            }
        });
        assertThat(took).isBetween(Duration.ofSeconds(18), Duration.ofSeconds(21));
    }

    @Test
    void aSearchIsMadeAfterALongWaitWhateverIsInTheWay() throws Exception {
        ScanPace pace = paceOf("hours", "22:00-06:00");
        assertThat(timeOf(() -> answered(pace, 10))).isBetween(LONGEST, LONGEST.plusSeconds(1));
    }

    @Test
    void nothingIsHeldBackWhileSomebodyWaitsForTheController() throws Exception {
        ScanPace pace = paceOf("hours", "22:00-06:00");
        say(Request.KEY, new Request("r-1", Request.Kind.ABORT, Map.of(), now).encode());
        assertThat(timeOf(() -> answered(pace, 10))).isZero();
    }

    @Test
    void nothingIsHeldBackWhileTheRunIsCutOver() throws Exception {
        ScanPace pace = paceOf("total", "0b");
        say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        assertThat(timeOf(() -> answered(pace, 10))).isZero();
    }

    @Test
    void aScanBeginsOnlyWhenTheLimitsLetItAndWhatItOverdrewIsMadeUpFor() throws Exception {
        assertThat(paceOf("hours", "22:00-06:00").mayBegin(Duration.ofMinutes(1)))
                .isFalse();
        ScanPace pace = paceOf("per-node", "1mb");
        pass(pace);
        assertThat(pace.mayBegin(Duration.ofMinutes(1))).isTrue();
        answered(pace, 20 << 20);
        assertThat(pace.mayBegin(Duration.ofMinutes(1))).isFalse();
        now = now.plusSeconds(19);
        assertThat(pace.mayBegin(Duration.ofMinutes(1))).isFalse();
        now = now.plusSeconds(2);
        assertThat(pace.mayBegin(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void aScanOfTheControllerIsHeldBackForAWhileInAll() throws Exception {
        ScanPace pace = paceOf("per-node", "1mb");
        pass(pace);
        assertThat(pace.mayBegin(Duration.ofSeconds(30))).isTrue();
        Duration took = timeOf(() -> {
            for (int i = 0; i < 200; i++) {
                answered(pace, 1 << 20);
            }
        });
        assertThat(took).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(31));
    }

    @Test
    void beforeThereIsAControlTopicTheLimitsOfTheRunFileHold() {
        Throttle nothing = ThrottleText.changed(Throttle.NONE, Map.of("total", "0b"));
        assertThat(ScanPace.ofRunFile(Side.TARGET, nothing).mayBegin(Duration.ofMinutes(1)))
                .isFalse();
        assertThat(ScanPace.ofRunFile(Side.TARGET, Throttle.NONE).mayBegin(Duration.ofMinutes(1)))
                .isTrue();
    }

    @Test
    void noMoreSearchesAreUnderWayAtOnceThanAllowed() throws Exception {
        Throttle one = ThrottleText.changed(Throttle.NONE, Map.of("requests", "1"));
        ScanPace pace = new ScanPace(Side.SOURCE, () -> said, one, () -> now, _ -> Thread.onSpinWait());
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(3);
        Callable<Boolean> searches = () -> {
            together.await();
            for (int i = 0; i < 300; i++) {
                pace.send("n1", 10, () -> {
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1);
                    underWay.decrementAndGet();
                    return reply(10);
                });
            }
            return true;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            assertThat(threads.invokeAll(Collections.nCopies(3, searches))).allMatch(done -> done.resultNow());
        }
        assertThat(underWay).hasValue(0);
        assertThat(most).hasValue(1);
    }

    @Test
    void anAnswerThatWasTooLongCountsForAsMuchAsCame() throws Exception {
        ScanPace pace = paceOf("per-node", "1mb");
        pass(pace);
        assertThatThrownBy(() -> pace.send("n1", 20 << 20, () -> {
                    throw new ElasticException.TooLarge("too long");
                }))
                .hasMessage("too long");
        assertThat(timeOf(() -> answered(pace, 10))).isEqualTo(LONGEST);
    }

    @Test
    void aSearchThatFailsGivesItsPlaceBack() throws Exception {
        ScanPace pace = paceOf("requests", "1");
        assertThatThrownBy(() -> pace.send("n1", 10, () -> {
                    throw new ElasticException.Malformed("broken");
                }))
                .hasMessage("broken");
        assertThat(timeOf(() -> answered(pace, 10))).isZero();
    }

    private ScanPace paceOf(String limit, String value) {
        Throttle throttle = ThrottleText.changed(Throttle.NONE, Map.of(limit, value, "time-zone", "UTC"));
        return new ScanPace(Side.SOURCE, () -> said, throttle, () -> now, time -> now = now.plus(time));
    }

    private void say(String key, byte[] value) {
        said = new ControlRecords(Map.of(key, value));
    }

    private static void answered(ScanPace pace, int bytes) throws ElasticException {
        pace.send("n1", bytes, () -> reply(bytes));
    }

    private static Reply reply(int bytes) {
        return new Reply("n1", Call.get("/"), 200, Bytes.of(new byte[bytes]));
    }

    /// Fills its buckets.
    private void pass(ScanPace pace) throws ElasticException {
        answered(pace, 0);
        assertThat(pace.mayBegin(Duration.ZERO)).isFalse();
        now = now.plusSeconds(1);
    }

    private interface Searches {
        void make() throws ElasticException;
    }

    private Duration timeOf(Searches searches) throws ElasticException {
        Instant begin = now;
        searches.make();
        return Duration.between(begin, now);
    }
}
