package io.shardstream.ittests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.simulation.rule.Rule;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A simulation that cannot fail proves nothing: each rule of the protocol is switched off, and then some
/// seed has to go wrong.
class RuleTest {
    @ParameterizedTest
    @EnumSource
    void withoutTheRuleASeedGoesWrong(Rule off) {
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
