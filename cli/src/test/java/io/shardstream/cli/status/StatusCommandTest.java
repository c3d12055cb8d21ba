package io.shardstream.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Phase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCommandTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
                    # A rollback that has writes refused.
                    COMPLETED,   0, 2, 2
                    COMPLETED,   0, 5, 5
                    COMPLETED,   0, 0, 0
                    # A run that goes on has not ended, and need not have.
                    CATCHING_UP, 0, 2, 0
                    CATCHING_UP, 0, 5, 5
                    # What ended the waiting counts.
                    COMPLETED,   3, 2, 3
                    """)
    void waitingForTheEndOfARunEndsAsTheRunDoes(Phase wanted, int waited, int shown, int ends) {
        assertThat(StatusCommand.ended(wanted, waited, shown)).isEqualTo(ends);
    }
}
