package io.shardstream.control.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever a comparison that counts calls equal, and whatever it or a sweep that counts deletes, is held against both
/// sides, document by document. Each rule of counting is switched off too, and then some seed has to go wrong.
///
/// * `-Dshardstream.counted.histories=100000` plays another number of seeds.
/// * `-Dshardstream.counted.first=17` begins with that seed.
class CountedHistoriesTest {
    private static final String PROPERTY = "shardstream.counted.";
    private static final int SEEDS = Integer.getInteger(PROPERTY + "histories", 1000);
    private static final long FIRST = Long.getLong(PROPERTY + "first", 0);
    private static final int FEW_SEEDS = 2000;
    /// Of rules that others cover.
    private static final int LOOKED_FOR = 5000;

    /// How a comparison is made in a history: as in a run, or put together of its parts.
    private static final boolean[] BOTH_WAYS = {false, true};

    private static final boolean[] BY_HAND = {true};

    /// A seed that went wrong.
    private record Failure(long seed, String message) {}

    @Test
    void whatIsCalledEqualIsEqualAndWhatIsDeletedIsGone() throws Exception {
        int blocks = 0;
        int counted = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            for (boolean isByHand : BOTH_WAYS) {
                CountedHistory history = new CountedHistory(seed, null, isByHand);
                Optional<String> wrong = played(history);
                assertThat(wrong)
                        .as(
                                "seed %d%s; see it again with -D%sfirst=%d",
                                seed, isByHand ? " by hand" : "", PROPERTY, seed)
                        .isEmpty();
                blocks += history.blocks();
                counted += history.counted();
            }
        }
        System.out.printf(
                "Counted histories: %d seeds from %d, %d of %d comparisons under a block counted%n",
                SEEDS, FIRST, counted, blocks);
        // Otherwise nothing is shown about counting.
        assertThat(SEEDS < 100 || counted > blocks / 10).isTrue();
    }

    static Stream<CountingRule> rulesOfFewSeeds() {
        return rules().filter(rule -> rule.seeds() > 0 && rule.seeds() <= FEW_SEEDS);
    }

    static Stream<CountingRule> rulesOfManySeeds() {
        return rules().filter(rule -> rule.seeds() > FEW_SEEDS);
    }

    static Stream<CountingRule> rulesThatOthersCover() {
        return rules().filter(rule -> rule.seeds() == 0);
    }

    private static Stream<CountingRule> rules() {
        return Arrays.stream(CountingRule.values());
    }

    @ParameterizedTest
    @MethodSource("rulesOfFewSeeds")
    void withoutTheRuleASeedGoesWrong(CountingRule off) throws Exception {
        assertFound(off);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("rulesOfManySeeds")
    void withoutTheRuleASeedGoesWrongAtLast(CountingRule off) throws Exception {
        assertFound(off);
    }

    /// If this fails the rule is needed, and the documentation says that it is not.
    @Tag("long")
    @ParameterizedTest
    @MethodSource("rulesThatOthersCover")
    void withoutARuleThatOthersCoverNothingGoesWrong(CountingRule off) throws Exception {
        assertThat(first(off, LOOKED_FOR)).isEmpty();
    }

    private static void assertFound(CountingRule off) throws Exception {
        Optional<Failure> found = first(off, off.seeds());
        System.out.printf(
                "Without %s: %s%n",
                off,
                found.map(failure -> "seed " + failure.seed() + ", " + failure.message())
                        .orElse("nothing in " + off.seeds() + " seeds"));
        assertThat(found)
                .as("a violation within %d seeds without %s", off.seeds(), off)
                .isPresent();
    }

    /// What comparisons read is no matter here: rules of counting are looked for where nothing is read instead.
    private static Optional<Failure> first(CountingRule off, int seeds) throws Exception {
        boolean[] ways = off.scope() == CountingRule.Scope.COMPARISON ? BY_HAND : BOTH_WAYS;
        for (long seed = 0; seed < seeds; seed++) {
            for (boolean isByHand : ways) {
                Optional<String> wrong = played(new CountedHistory(seed, off, isByHand));
                if (wrong.isPresent()) {
                    return Optional.of(new Failure(seed, wrong.get()));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> played(CountedHistory history) throws Exception {
        try {
            history.play();
            return Optional.empty();
        } catch (CountedHistory.Violation violation) {
            @Nullable String message = violation.getMessage();
            return Optional.of(message == null ? "" : message);
        }
    }
}
