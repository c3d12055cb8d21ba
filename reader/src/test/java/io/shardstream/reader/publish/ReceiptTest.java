package io.shardstream.reader.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReceiptTest {
    private final List<Optional<Exception>> told = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();

    @Test
    void theOutcomeIsToldWithTheLastAcknowledgement() {
        Receipt receipt = receipt(2);
        receipt.onCompletion(null, null);
        receipt.complete();
        assertThat(told).isEmpty();

        receipt.onCompletion(null, null);
        assertThat(told).containsExactly(Optional.empty());
    }

    @Test
    void acknowledgementsThatComeBeforeAllIsSentTellNothing() {
        Receipt receipt = receipt(1);
        receipt.onCompletion(null, null);
        assertThat(told).isEmpty();

        receipt.complete();
        assertThat(told).hasSize(1);
    }

    @Test
    void oneFailureIsTheOutcome() {
        IllegalStateException failure = new IllegalStateException("first");
        Receipt receipt = receipt(3);
        receipt.complete();
        receipt.onCompletion(null, null);
        receipt.onCompletion(null, failure);
        receipt.onCompletion(null, new IllegalStateException("second"));

        assertThat(told).containsExactly(Optional.of(failure));
        assertThat(taken).containsExactly(1);
    }

    @Test
    void whoGivesUpTellsAtOnceAndOnce() {
        IllegalStateException failure = new IllegalStateException("closed");
        Receipt receipt = receipt(2);
        receipt.abort(failure);
        receipt.onCompletion(null, null);

        assertThat(told).containsExactly(Optional.of(failure));
    }

    private Receipt receipt(int wanted) {
        return new Receipt(wanted, (failure, records) -> {
            told.add(Optional.ofNullable(failure));
            taken.add(records);
        });
    }
}
