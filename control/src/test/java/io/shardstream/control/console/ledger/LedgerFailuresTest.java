package io.shardstream.control.console.ledger;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.UnknownRecordException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class LedgerFailuresTest {
    private final List<String> done = new ArrayList<>();
    private boolean isKafkaAway;
    private final LedgerFailures failures = new LedgerFailures(_ -> done.add("waited"), this::leave);

    private void leave() {
        done.add("left");
        if (isKafkaAway) {
            throw new KafkaException("away");
        }
    }

    @Test
    void aThreadThatFailedLeavesItsGroupBeforeAnotherTakesItsPlace() {
        assertThat(failures.handle(new StreamsException(new TimeoutException("no answer"))))
                .isEqualTo(REPLACE_THREAD);
        assertThat(done).containsExactly("waited", "left");
    }

    @Test
    void itIsReplacedAlsoWhereItCannotLeave() {
        isKafkaAway = true;

        assertThat(failures.handle(new TimeoutException("no answer"))).isEqualTo(REPLACE_THREAD);
    }

    @Test
    void whatItBeginsAgainAfterIsKnownUntilItIsKept() {
        failures.handle(new TimeoutException("no answer"));
        String last = failures.last();
        failures.over();

        assertThat(last).isEqualTo("no answer");
        assertThat(failures.last()).isEmpty();
        assertThat(failures.broken()).isEmpty();
    }

    @Test
    void whatKafkaDoesNotAllowYetIsTriedAgain() {
        Throwable refused = new StreamsException("stopped", GroupAuthorizationException.forGroupId("ledger"));

        assertThat(failures.handle(refused)).isEqualTo(REPLACE_THREAD);
        assertThat(failures.last()).contains("does not allow", "group ledger");
        assertThat(failures.broken()).isEmpty();
    }

    @Test
    void aRecordOfAnotherVersionBreaksIt() {
        assertThat(failures.handle(new StreamsException(new UnknownRecordException("an outcome has format 9"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.broken()).isEqualTo("an outcome has format 9");
    }
}
