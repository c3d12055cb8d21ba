package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// When a shard is read again, and what its copy has to have refreshed before.
class ReaderRoundsTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @Test
    void aSteadyStreamOfWritesRefreshesTheSourceTwiceForEachOfTwoRoundsASecondAndNotMore() {
        source.meanwhile = () -> source.index(1);

        harness.pass(harness.reader(), Duration.ofSeconds(10));

        assertThat(source.refreshCount).isBetween(38L, 44L);
        assertThat(harness.done()).isGreaterThan(20);
    }

    @Test
    void theSourceIsRefreshedInOneRoundForEachIntervalOnly() {
        harness.roundEvery = Duration.ofSeconds(5);
        source.meanwhile = () -> source.index(1);

        harness.pass(harness.reader(), Duration.ofMinutes(1));

        assertThat(source.refreshCount).isBetween(22L, 28L);
    }

    @Test
    void aShardThatIsHurriedDoesNotWaitForItsInterval() {
        harness.roundEvery = Duration.ofMinutes(10);
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);

        reader.hurry();
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void underTheBlockOfACutOverOneRoundFollowsTheOtherWithinASecond() {
        harness.roundEvery = Duration.ofSeconds(10);
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        reader.underBlock(true);
        reader.hurry();
        harness.settle(reader);
        source.index(5);
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.done()).isEqualTo(14);

        reader.underBlock(false);
        harness.pass(reader, Duration.ofSeconds(1));
        source.index(5);
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void aShardThatIsHurriedIsReadAtOnceAndOnce() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(9);

        reader.hurry();
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(14);

        source.index(5);
        harness.settle(reader);
        assertThat(harness.done()).isEqualTo(14);
    }

    @Test
    void aRoundThatIsUnderWayIsFollowedAtOnceByOneThatWasAskedForMeanwhile() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.index(5);
        source.meanwhile = () -> {
            if (source.maxSeqNo < 18) {
                source.index(1);
                reader.hurry();
            }
        };
        harness.clock.advance(ReaderHarness.ROUND_EVERY);
        harness.settle(reader);

        assertThat(harness.done()).isEqualTo(18);
    }

    @Test
    void aRoundThatTookLongerThanTheTimeBetweenTwoIsFollowedAtOnce() {
        source.index(1);
        source.meanwhile = () -> {
            source.index(1);
            harness.clock.advance(ReaderHarness.ROUND_EVERY);
        };
        ShardReader reader = harness.reader();

        // Time passes only while numbers are asked for: a reader that rests does so for ever.
        for (int i = 0; i < 1000; i++) {
            reader.step();
            harness.acknowledgeAll();
            harness.runErrands();
            harness.deliver();
        }

        assertThat(source.searches).hasSizeGreaterThan(20);
    }

    @Test
    void anEmptyShardIsLeftAlone() {
        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.checkpoints()).isEmpty();
        assertThat(source.searches).isEmpty();
    }

    @Test
    void aCopyThatDoesNotRefreshIsNotRead() {
        source.index(10);
        source.refreshes = false;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.searches).isEmpty();
    }

    @Test
    void aCopyThatMayNotBeRefreshedIsReadWhenItHasRefreshedTwiceByItself() {
        source.index(10);
        source.mayRefresh = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.searches).isEmpty();

        source.refreshByItself();
        harness.pass(reader, A_WHILE);
        assertThat(source.searches).isEmpty();

        source.refreshByItself();
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void theRefreshesOfACopyAreCountedOverAnyTime() {
        source.index(10);
        source.mayRefresh = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);

        source.refreshByItself();
        harness.pass(reader, Duration.ofMinutes(2));
        source.refreshByItself();
        harness.pass(reader, A_WHILE);

        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void theRefreshesOfAnotherCopySayNothing() {
        source.index(10);
        source.mayRefresh = false;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        source.refreshByItself();

        source.failOver();
        source.refreshByItself();
        harness.pass(reader, Duration.ofSeconds(20));

        assertThat(source.searches).isEmpty();
    }
}
