package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Side;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.NodeFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriterFiguresTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final Map<Pressure, Long> NO_REFUSALS =
            Map.of(Pressure.OVERLOAD, 0L, Pressure.MEMORY, 0L, Pressure.BLOCK, 0L, Pressure.UNANSWERED, 0L);

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void recordsAreCountedByTheNodeThatTheyWereSentToAndTheirOutcome() {
        primaries("n0", "n1");
        writer.assign(0, 1).add(0, 3, 100).add(1, 1, 50).step();
        writer.answer(APPLIED, new ItemAnswer.Superseded(), new ItemAnswer.Refused("mapper_parsing_exception", "no"));
        writer.answer(APPLIED);

        assertThat(writer.figures("n0"))
                .isEqualTo(new NodeFigures("n0", outcomes(1, 1, 1), 300, NO_REFUSALS, 0, LoopFixture.BULKS, 1, 0));
        assertThat(writer.figures("n1"))
                .isEqualTo(new NodeFigures("n1", outcomes(1, 0, 0), 50, NO_REFUSALS, 0, LoopFixture.BULKS, 1, 0));
    }

    @Test
    void whatIsUnderWayIsTold() {
        writer.assign(0).add(0, 1, 100).step();
        assertThat(writer.figures("").underWay()).isEqualTo(1);

        writer.answerAll(APPLIED);
        assertThat(writer.figures("").underWay()).isZero();
    }

    @Test
    void refusalsAreCountedByTheirReason() {
        primaries("n0", "n0");
        writer.assign(0).add(0, 2, 100).step();
        writer.answerWhole(new BulkAnswer.Again(Pressure.MEMORY, "429"));
        writer.advance(Duration.ofMinutes(1));
        writer.answer(APPLIED, new ItemAnswer.Again(Pressure.OVERLOAD, "429"));

        assertThat(writer.figures("n0").refusals())
                .isEqualTo(Map.of(
                        Pressure.OVERLOAD, 1L, Pressure.MEMORY, 1L, Pressure.BLOCK, 0L, Pressure.UNANSWERED, 0L));
    }

    @Test
    void aNodeThatGetsNothingAnyMoreKeepsItsCountsAndHasNoPlaces() {
        primaries("n0", "n0");
        writer.assign(0).add(0, 1, 100).step();
        writer.answerAll(APPLIED);
        primaries("n1", "n1");

        assertThat(writer.figures("n0"))
                .isEqualTo(new NodeFigures("n0", outcomes(1, 0, 0), 100, NO_REFUSALS, 0, 0, 1, 0));
    }

    @Test
    void itIsToldHowLongABulkTookOnceItIsBack() {
        List<String> took = new ArrayList<>();
        writer.counter.times((node, nanos) -> took.add(node + " " + Duration.ofNanos(nanos)));
        primaries("n0", "n0");
        writer.assign(0).add(0, 1, 100).step();
        writer.advance(Duration.ofMillis(30));
        assertThat(took).isEmpty();

        writer.answer(APPLIED);
        assertThat(took).containsExactly("n0 PT0.03S");
    }

    @Test
    void itIsToldHowManyLanesThereAre() {
        writer.assign(0, 1).step();
        assertThat(writer.counter.lanes()).isEqualTo(2);

        writer.assign(1).step();
        assertThat(writer.counter.lanes()).isEqualTo(1);
    }

    private static Map<FinalOutcome, Long> outcomes(long applied, long superseded, long rejected) {
        return Map.of(
                FinalOutcome.APPLIED, applied, FinalOutcome.SUPERSEDED, superseded, FinalOutcome.REJECTED, rejected);
    }

    private void primaries(String... names) {
        writer.say(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of(names)).encode());
        writer.second();
    }
}
