package io.shardstream.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KillPlanTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyPointLiesInsideTheCopy(long seed) {
        KillPlan plan = new KillPlan(3, new SplittableRandom(seed));

        assertThat(plan.isDue(0.02)).isFalse();
        assertThat(IntStream.range(3, 56).filter(percent -> plan.isDue(percent / 100.0)))
                .hasSize(3);
        assertThat(plan.left()).isZero();
    }

    @Test
    void pointsThatArePassedAtOnceAreMadeUpForWithWorkBetweenThem() {
        KillPlan plan = new KillPlan(3, new SplittableRandom(1));

        assertThat(plan.isDue(0.9)).isTrue();
        assertThat(plan.isDue(0.9)).isFalse();
        assertThat(plan.isDue(0.91)).isTrue();
        assertThat(plan.left()).isEqualTo(1);
    }

    @Test
    void nothingIsDueWhenTheWorkIsDone() {
        KillPlan plan = new KillPlan(3, new SplittableRandom(1));

        assertThat(plan.isDue(1)).isFalse();
        assertThat(plan.left()).isEqualTo(3);
    }
}
