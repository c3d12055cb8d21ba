package io.shardstream.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.simulation.rule.Rule;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A simulation that cannot fail proves nothing: each rule of the protocol is switched off, and then some
/// seed has to go wrong.
class RuleTest {
    private static final int FEW_SEEDS = 1000;

    static Stream<Rule> rulesOfFewSeeds() {
        return Arrays.stream(Rule.values()).filter(rule -> rule.seeds() <= FEW_SEEDS);
    }

    static Stream<Rule> rulesOfManySeeds() {
        return Arrays.stream(Rule.values()).filter(rule -> rule.seeds() > FEW_SEEDS);
    }

    @ParameterizedTest
    @MethodSource("rulesOfFewSeeds")
    void withoutTheRuleASeedGoesWrong(Rule off) {
        assertFound(off);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("rulesOfManySeeds")
    void withoutTheRuleASeedGoesWrongAtLast(Rule off) {
        assertFound(off);
    }

    private static void assertFound(Rule off) {
        AtomicLong left = new AtomicLong(off.seeds());
        Seeds.Result result = new Seeds(off).play(1, () -> left.getAndDecrement() > 0);
        System.out.printf(
                "Without %s: %s%n",
                off,
                result.failure()
                        .map(failure -> "seed " + failure.seed() + ", "
                                + failure.thrown().getMessage())
                        .orElse("nothing in " + result.played() + " seeds"));
        assertThat(result.failure())
                .as("a violation within %d seeds without %s", off.seeds(), off)
                .isPresent();
    }
}
