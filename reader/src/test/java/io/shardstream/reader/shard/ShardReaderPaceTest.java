package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardReaderPaceTest {
    private static final Duration A_WHILE = Duration.ofSeconds(5);
    private static final int DOCUMENTS = 4000;

    private final ReaderHarness harness = new ReaderHarness();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThrottleHoldsReadingBackUntilItIsLiftedAndLosesNothing(boolean inSlices) {
        if (inSlices) {
            harness.readInSlices();
        }
        throttle(Map.of("per-node", "0b"));
        harness.source.index(DOCUMENTS);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).isEmpty();

        throttle(Map.of());
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, DOCUMENTS).boxed().toList());
        assertThat(harness.done()).isEqualTo(DOCUMENTS - 1);
    }

    @Test
    void documentsAreReadAtTheRateThatTheyAreAllowed() {
        // One of eight shards, of which it is not known where they are.
        throttle(Map.of("per-node", "16kb"));
        harness.source.index(DOCUMENTS);
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(10));
        assertThat(harness.published.bytes()).isBetween(18_000L, 26_000L);
        assertThat(harness.done()).isLessThan(DOCUMENTS - 1);
    }

    @Test
    void noMoreRequestsAreUnderWayThanAllowed() {
        throttle(Map.of("requests", "1"));
        harness.source.index(DOCUMENTS);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 1);
        for (int i = 0; i < 1000; i++) {
            harness.runErrands();
            harness.deliver();
            harness.acknowledgeAll();
            reader.step();
            assertThat(harness.source.searches).hasSizeLessThanOrEqualTo(i + 1);
        }
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(DOCUMENTS - 1);
    }

    private void throttle(Map<String, String> limits) {
        harness.said = new ControlRecords(
                Map.of(Throttle.KEY, ThrottleText.changed(Throttle.NONE, limits).encode()));
    }
}
