package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OthersSearchesTest {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final OthersSearches searches = new OthersSearches();
    private Instant now = Instant.EPOCH;
    private int count;
    private int millis;

    @Test
    void aNodeThatNobodySearchesServesNobody() {
        looks(100, 0, 0);
        assertThat(searches.areServed(now)).isFalse();
    }

    @Test
    void aClientThatSearchesAllTheTimeIsSeenAtTheSixthLook() {
        looks(5, 1, 1);
        assertThat(searches.areServed(now)).isFalse();
        looks(1, 1, 1);
        assertThat(searches.areServed(now)).isTrue();
    }

    @Test
    void oneThatSearchesEveryTwentySecondsIsSeen() {
        for (int i = 0; i < 6; i++) {
            looks(1, 1, 1);
            looks(9, 0, 0);
        }
        assertThat(searches.areServed(now)).isTrue();
    }

    @Test
    void whoCountsDocumentsAFewTimesIsNobody() {
        for (int i = 0; i < 100; i++) {
            looks(1, 20, 200);
            looks(14, 0, 0);
            assertThat(searches.areServed(now)).isFalse();
        }
    }

    @Test
    void searchesThatAreFewAndHeavyAreSeen() {
        for (int i = 0; i < 3; i++) {
            looks(1, 1, 4000);
            looks(10, 0, 0);
        }
        assertThat(searches.areServed(now)).isTrue();
    }

    /// As when a shard that the run has read for hours is taken away.
    @Test
    void manySearchesAtOneLookCountForTheTimeSinceTheLookBefore() {
        looks(1, 1_000_000, 100_000_000);
        looks(1, 1_000_000, 100_000_000);
        assertThat(searches.areServed(now)).isFalse();
    }

    @Test
    void aNodeThatNobodySearchesAnyMoreServesNobodyTwoMinutesLater() {
        looks(100, 5, 5);
        looks(55, 0, 0);
        assertThat(searches.areServed(now)).isTrue();
        looks(6, 0, 0);
        assertThat(searches.areServed(now)).isFalse();
    }

    /// @param more searches at each
    private void looks(int number, int more, int time) {
        for (int i = 0; i < number; i++) {
            NodeSample before = new GuardSamples().searches(count, millis).build();
            count += more;
            millis += time;
            Instant since = now;
            now = now.plus(EVERY);
            searches.look(before, new GuardSamples().searches(count, millis).build(), since, now);
        }
    }
}
