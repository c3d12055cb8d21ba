package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.run.plan.Prepared;
import java.io.EOFException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// C-27.
class PatientPreparationTest {
    private final ElasticException cut =
            new ElasticException.Unreachable("source node a closed the connection", new EOFException());
    private final ElasticException page = new ElasticException.Malformed("a answered with no JSON");

    private final Deque<ElasticException> failures = new ArrayDeque<>();
    private final List<Duration> pauses = new ArrayList<>();

    private Prepared attempt() throws ElasticException {
        if (!failures.isEmpty()) {
            throw failures.removeFirst();
        }
        throw new ArrivedException();
    }

    private boolean pause(Duration time) {
        pauses.add(time);
        return false;
    }

    /// Instead of a plan.
    private static final class ArrivedException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;
    }

    @Test
    void anAnswerThatIsCutOffOrNoJsonIsAskedForAgain() {
        failures.addAll(List.of(cut, page, cut));

        assertThatThrownBy(() -> PatientPreparation.of(this::attempt, this::pause))
                .isInstanceOf(ArrivedException.class);
        assertThat(pauses).hasSize(3).allMatch(Duration::isPositive);
    }

    @Test
    void whatFailsEachTimeIsToldAfterTheFourth() {
        failures.addAll(List.of(cut, cut, cut, page, cut));

        assertThatThrownBy(() -> PatientPreparation.of(this::attempt, this::pause))
                .isSameAs(page);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void aServerThatWasWaitedForLongIsNotWaitedForAgain() {
        failures.add(ElasticException.Unreachable.late("did not answer", new EOFException(), Duration.ofSeconds(60)));

        assertThatThrownBy(() -> PatientPreparation.of(this::attempt, this::pause))
                .isInstanceOf(ElasticException.Unreachable.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aProcessThatIsToldToStopStops() throws ElasticException {
        failures.add(cut);

        assertThat(PatientPreparation.of(this::attempt, _ -> true)).isEmpty();
    }
}
