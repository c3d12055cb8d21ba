package io.shardstream.reader.window;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100);

    @Test
    void whatDoesNotFitIsRefused() {
        budget.take(60);
        assertThat(budget.take(41)).isNull();
    }

    @Test
    void whatIsKeptInPartGivesBackTheRest() {
        requireNonNull(budget.take(60)).keep(10);
        assertThat(budget.take(90)).isNotNull();
    }

    @Test
    void somethingLargerThanTheBudgetIsTakenWhenNothingElseIsHeld() {
        assertThat(budget.take(500)).isNotNull();
        assertThat(budget.take(1)).isNull();
    }

    @Test
    void whatIsReleasedTwiceIsGivenBackOnce() {
        ByteBudget.Share share = requireNonNull(budget.take(60));
        budget.take(40);
        share.release();
        share.release();
        assertThat(budget.held()).isEqualTo(40);
    }
}
