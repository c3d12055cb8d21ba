package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Objective;
import io.shardstream.control.run.guard.NodeSample.Pool;
import io.shardstream.control.run.guard.NodeVerdict.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {
    private static final NodeSample BEFORE = new GuardSamples().build();
    private static final Objective BOTH = new Objective(Optional.of(Duration.ofMillis(50)), OptionalInt.of(80));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | 0     | KEPT
            100  | 5000  | KEPT
            100  | 5001  | MISSED
            100  | 7500  | MISSED
            100  | 7600  | MISSED_BADLY
            4    | 4000  | MISSED
            """)
    void theMeanTimeOfSearchesIsHeldAgainstTheObjective(int count, int millis, Kind kind) {
        assertThat(judge(new GuardSamples().searches(count, millis), OptionalDouble.empty())
                        .kind())
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"50, KEPT", "51, MISSED", "75, MISSED", "76, MISSED_BADLY"})
    void soIsWhatClientsSee(double millis, Kind kind) {
        assertThat(judge(new GuardSamples().searches(100, 100), OptionalDouble.of(millis))
                        .kind())
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"80, KEPT", "81, MISSED", "95, MISSED", "96, MISSED_BADLY", "-1, UNKNOWN"})
    void processorsAreHeldAgainstTheObjective(int percent, Kind kind) {
        assertThat(judge(new GuardSamples().cpu(percent), OptionalDouble.empty())
                        .kind())
                .isEqualTo(kind);
    }

    @Test
    void theReasonSaysWhatIsWorstAndOnWhichNode() {
        assertThat(judge(new GuardSamples().searches(10, 600).cpu(85), OptionalDouble.empty()))
                .isEqualTo(new NodeVerdict(Kind.MISSED, "guard.search-latency on n2: 60.0 of 50 ms"));
        assertThat(judge(new GuardSamples().searches(10, 600).cpu(99), OptionalDouble.empty()))
                .isEqualTo(new NodeVerdict(Kind.MISSED_BADLY, "guard.cpu on n2: 99% of 80%"));
        assertThat(judge(new GuardSamples(), OptionalDouble.of(45)))
                .isEqualTo(new NodeVerdict(Kind.KEPT, "guard.search-latency on n2: 45.0 of 50 ms"));
    }

    @Test
    void aQueueThatIsLongerThanItsThreadsAreManyIsTooLong() {
        assertThat(judge(new GuardSamples().write(new Pool(2, 2, 7)), OptionalDouble.empty())
                        .kind())
                .isEqualTo(Kind.KEPT);
        assertThat(judge(new GuardSamples().write(new Pool(2, 3, 7)), OptionalDouble.empty()))
                .isEqualTo(new NodeVerdict(Kind.MISSED, "node n2 write queue: 3 wait for 2 threads"));
        assertThat(judge(new GuardSamples().search(new Pool(4, 9, 0)), OptionalDouble.empty()))
                .isEqualTo(new NodeVerdict(Kind.MISSED, "node n2 search queue: 9 wait for 4 threads"));
    }

    @Test
    void whateverIsRefusedIsABadMiss() {
        assertThat(judge(new GuardSamples().write(new Pool(2, 0, 8)), OptionalDouble.empty()))
                .isEqualTo(new NodeVerdict(Kind.MISSED_BADLY, "node n2 write queue: 1 refused"));
        assertThat(judge(new GuardSamples().search(new Pool(4, 0, 1)), OptionalDouble.empty())
                        .kind())
                .isEqualTo(Kind.MISSED_BADLY);
        assertThat(judge(new GuardSamples().pressure(0, 100, 5), OptionalDouble.empty())
                        .kind())
                .isEqualTo(Kind.MISSED_BADLY);
        assertThat(judge(new GuardSamples().tripped(1), OptionalDouble.empty()))
                .extracting(NodeVerdict::kind)
                .isEqualTo(Kind.MISSED_BADLY);
    }

    @Test
    void writesThatFillHalfOfTheIndexingPressureAreTooMany() {
        assertThat(judge(new GuardSamples().pressure(50, 100, 0), OptionalDouble.empty())
                        .kind())
                .isEqualTo(Kind.KEPT);
        assertThat(judge(new GuardSamples().pressure(51, 100, 0), OptionalDouble.empty()))
                .isEqualTo(new NodeVerdict(Kind.MISSED, "node n2 indexing pressure: 51 of 100 bytes"));
        assertThat(judge(new GuardSamples().pressure(51, 0, 0), OptionalDouble.empty())
                        .kind())
                .isEqualTo(Kind.KEPT);
    }

    private static NodeVerdict judge(GuardSamples now, OptionalDouble canary) {
        return new Judge(BOTH).of("n2", BEFORE, now.build(), canary);
    }
}
