package io.shardstream.reader.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WindowLedgerTest {
    private static final DocumentTally ONE = new DocumentTally(1, 10);
    private final WindowLedger ledger = new WindowLedger(-1);

    @Test
    void aWindowSettlesWhenTheCheckpointHasReachedItsMeasure() {
        Window window = ledger.open(9);
        answerAndMeasure(window, 20);
        ledger.acknowledged(window, ONE);

        assertThat(ledger.settle(20)).isEqualTo(ONE);
        assertThat(ledger.done()).isEqualTo(9);
    }

    @Test
    void aWindowDoesNotSettleBelowItsMeasure() {
        Window window = ledger.open(9);
        answerAndMeasure(window, 20);
        ledger.acknowledged(window, ONE);

        assertThat(ledger.settle(19)).isEqualTo(DocumentTally.NOTHING);
        assertThat(ledger.done()).isEqualTo(-1);
    }

    @Test
    void aWindowWithoutAMeasureDoesNotSettle() {
        Window window = ledger.open(9);
        ledger.answered(window);
        ledger.acknowledged(window, ONE);

        ledger.settle(Long.MAX_VALUE);

        assertThat(ledger.done()).isEqualTo(-1);
    }

    @Test
    void aWindowThatIsNotAcknowledgedDoesNotSettle() {
        answerAndMeasure(ledger.open(9), 9);

        ledger.settle(Long.MAX_VALUE);

        assertThat(ledger.done()).isEqualTo(-1);
    }

    @Test
    void aMeasureThatWasAskedForBeforeTheAnswerDoesNotCount() {
        Window window = ledger.open(9);
        long answersBefore = ledger.answers();
        ledger.answered(window);
        ledger.measure(9, answersBefore);
        ledger.acknowledged(window, ONE);

        ledger.settle(Long.MAX_VALUE);

        assertThat(ledger.done()).isEqualTo(-1);
    }

    /// Numbers that were asked for because of another window say nothing of what its search has not shown yet.
    @Test
    void aWindowThatIsNotAnsweredIsNotMeasured() {
        Window window = ledger.open(9);
        answerAndMeasure(ledger.open(19), 19);
        ledger.answered(window);
        ledger.acknowledged(window, ONE);

        ledger.settle(Long.MAX_VALUE);

        assertThat(ledger.done()).isEqualTo(-1);
    }

    @Test
    void aLaterMeasureDoesNotReplaceTheFirst() {
        Window window = ledger.open(9);
        answerAndMeasure(window, 9);
        ledger.measure(500, ledger.answers());
        ledger.acknowledged(window, ONE);

        ledger.settle(9);

        assertThat(ledger.done()).isEqualTo(9);
    }

    @Test
    void doneDoesNotMoveOverAGap() {
        Window first = ledger.open(9);
        Window second = ledger.open(19);
        answerAndMeasure(second, 19);
        ledger.acknowledged(second, ONE);

        ledger.settle(19);
        assertThat(ledger.done()).isEqualTo(-1);

        answerAndMeasure(first, 19);
        ledger.acknowledged(first, ONE);
        assertThat(ledger.settle(19)).isEqualTo(new DocumentTally(2, 20));
        assertThat(ledger.done()).isEqualTo(19);
    }

    @Test
    void aSplitWindowSettlesWithItsLastHalf() {
        Window window = ledger.open(9);
        for (Window half : ledger.split(window, 2)) {
            assertThat(ledger.done()).isLessThan(9);
            answerAndMeasure(half, 9);
            ledger.acknowledged(half, ONE);
            ledger.settle(9);
        }
        assertThat(ledger.done()).isEqualTo(9);
    }

    @Test
    void windowsLieSideBySideAboveDone() {
        WindowLedger later = new WindowLedger(41);
        assertThat(later.open(50)).isEqualTo(new Window(41, 50));
        assertThat(later.open(60)).isEqualTo(new Window(50, 60));
    }

    @Test
    void aWindowThatWasSplitIsNotOpen() {
        Window window = ledger.open(9);
        ledger.split(window, 2);
        assertThatThrownBy(() -> ledger.answered(window)).hasMessageContaining("(-1, 9]");
    }

    private void answerAndMeasure(Window window, long maxSeqNo) {
        ledger.answered(window);
        ledger.measure(maxSeqNo, ledger.answers());
    }
}
