package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WriterLoopPaceTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final int RECORDS = 200;

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void aThrottleThatIsSetWhileTheWriterWorksHoldsBulksBackAndLosesAndReordersNothing() {
        writer.assign(0, 1).add(0, RECORDS / 2, 1000).add(1, RECORDS / 2, 1000);
        writer.answerAll(APPLIED);
        int before = records();
        throttle(Map.of("total", "0b"));
        writer.add(0, RECORDS / 2, 1000).add(1, RECORDS / 2, 1000);
        workFor(Duration.ofMinutes(10));
        assertThat(records()).isEqualTo(before);

        throttle(Map.of("per-node", "10kb"));
        workFor(Duration.ofSeconds(10));
        // Of both lanes, whose node is not known, all may be there; and two bulks may be under way beyond the rate.
        assertThat(records() - before).isBetween(70, 110);

        throttle(Map.of());
        workFor(Duration.ofSeconds(10));
        assertThat(idsOf(0)).containsExactlyElementsOf(ids(0));
        assertThat(idsOf(1)).containsExactlyElementsOf(ids(1));
        assertThat(writer.committed(0)).isEqualTo(RECORDS);
        assertThat(writer.committed(1)).isEqualTo(RECORDS);
    }

    @Test
    void whatKeepsTheWriterFromDoingMoreIsNamed() {
        writer.assign(0).add(0, 4, 100);
        writer.answerAll(APPLIED);
        assertThat(writer.counter.held().most()).isEmpty();

        writer.add(0, 40, 1000).step();
        assertThat(heldBackBy()).contains(new Limiter(Limiter.Kind.UNDER_WAY, ""));

        writer.answerWhole(new BulkAnswer.Again(Pressure.MEMORY, "429"));
        assertThat(heldBackBy()).contains(new Limiter(Limiter.Kind.MEMORY, ""));
        workFor(Duration.ofSeconds(11));
        writer.add(0, 40, 1000);
        assertThat(heldBackBy()).contains(new Limiter(Limiter.Kind.UNDER_WAY, ""));

        writer.answerAll(APPLIED);
        heldBackBy();
        throttle(Map.of("total", "0b"));
        writer.add(0, 1, 100);
        assertThat(heldBackBy()).contains(Limiter.of(Limiter.Kind.THROTTLE));

        writer.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        assertThat(heldBackBy()).contains(Limiter.of(Limiter.Kind.PAUSE));
    }

    /// In the next 200 ms.
    private Optional<Limiter> heldBackBy() {
        writer.step();
        writer.advance(Duration.ofMillis(200));
        writer.counter.held().most();
        writer.step();
        return writer.counter.held().most();
    }

    @Test
    void whatWasRefusedWaitsForItsTurnToo() {
        writer.assign(0).add(0, 4, 1000).step();
        throttle(Map.of("total", "0b"));
        writer.answerWhole(new BulkAnswer.Again(Pressure.OVERLOAD, "429"));
        int before = writer.allSent.size();
        workFor(Duration.ofMinutes(1));
        assertThat(writer.allSent).hasSize(before);
        throttle(Map.of());
        workFor(Duration.ofMinutes(1));
        assertThat(writer.committed(0)).isEqualTo(4);
    }

    @Test
    void aBulkThatHasComeBackMakesRoomForTheNext() {
        throttle(Map.of("requests", "1"));
        writer.assign(0).add(0, RECORDS, 1000).step();
        assertThat(writer.sent).hasSize(1);
        workFor(Duration.ofSeconds(10));
        assertThat(writer.committed(0)).isEqualTo(RECORDS);
    }

    @Test
    void aNodeThatMayBeSentNothingNowHoldsUpOnlyItself() {
        writer.say(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of("n0", "n1")).encode());
        throttle(Map.of("per-node", "1kb"));
        writer.assign(0, 1).add(0, 40, 1000);
        workFor(Duration.ofSeconds(2));
        int before = idsOf(1).size();
        writer.add(1, 1, 100);
        writer.advance(Duration.ofSeconds(1));
        assertThat(before).isZero();
        assertThat(idsOf(1)).containsExactly("1-0");
        assertThat(idsOf(0)).hasSizeLessThan(10);
    }

    @Test
    void underTheBlockOfACutOverNothingIsHeldBack() {
        throttle(Map.of("total", "0b"));
        writer.assign(0).add(0, RECORDS, 1000);
        workFor(Duration.ofSeconds(10));
        assertThat(records()).isZero();
        writer.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 2, "").encode());
        workFor(Duration.ofSeconds(10));
        assertThat(idsOf(0)).containsExactlyElementsOf(ids(0));
        assertThat(writer.committed(0)).isEqualTo(RECORDS);
    }

    private void throttle(Map<String, String> limits) {
        writer.say(Throttle.KEY, ThrottleText.changed(Throttle.NONE, limits).encode());
        writer.second();
    }

    /// With a target that takes everything at once.
    private void workFor(Duration time) {
        Duration tick = Duration.ofMillis(50);
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(tick)) {
            writer.advance(tick);
            writer.answerAll(APPLIED);
        }
    }

    private int records() {
        return writer.allSent.stream().map(Bulk::entries).mapToInt(List::size).sum();
    }

    private List<String> idsOf(int lane) {
        return writer.allSent.stream()
                .flatMap(bulk -> LoopFixture.ids(bulk).stream())
                .filter(id -> id.startsWith(lane + "-"))
                .toList();
    }

    private static List<String> ids(int lane) {
        return IntStream.range(0, RECORDS).mapToObj(i -> lane + "-" + i).toList();
    }
}
