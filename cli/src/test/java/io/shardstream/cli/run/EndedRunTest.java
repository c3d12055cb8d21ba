package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.console.view.RunView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndedRunTest {
    private static final RunView VIEW = ControlHttpTest.view("completed", Optional.empty());

    private final List<Optional<RunView>> seen = new ArrayList<>();
    private final List<String> warned = new ArrayList<>();
    private final EndedRun run = new EndedRun(this::open, seen::add, warned::add);
    private boolean isThere = true;
    private int opened;
    private int closed;
    private @Nullable KafkaException failure;

    @Test
    void oneLookServesForWeeks() {
        run.doWork();
        run.doWork();
        run.doWork();
        assertThat(seen).hasSize(3).containsOnly(Optional.of(VIEW));
        assertThat(opened).isEqualTo(1);

        run.close();
        assertThat(closed).isEqualTo(1);
    }

    @Test
    void oneThatFailedIsClosedAndAnotherOneOpened() {
        run.doWork();
        failure = new KafkaException("no broker");
        run.doWork();
        assertThat(closed).isEqualTo(1);
        assertThat(seen).hasSize(1);

        failure = null;
        run.doWork();
        assertThat(opened).isEqualTo(2);
        assertThat(seen).hasSize(2);
    }

    @Test
    void whatIsTheMatterIsToldOnceUntilItIsOver() {
        failure = new KafkaException("no broker");
        run.doWork();
        run.doWork();
        assertThat(warned).containsExactly("no broker");
        failure = new KafkaException("no topic");
        run.doWork();
        assertThat(warned).containsExactly("no broker", "no topic");

        failure = null;
        run.doWork();
        failure = new KafkaException("no topic");
        run.doWork();
        assertThat(warned).containsExactly("no broker", "no topic", "no topic");
    }

    @Test
    void ofARunOfWhichNothingIsLeftNothingIsSeen() {
        isThere = false;
        run.doWork();
        assertThat(seen).containsExactly(Optional.empty());

        isThere = true;
        run.doWork();
        assertThat(seen).containsExactly(Optional.empty(), Optional.of(VIEW));
    }

    @Test
    void whoEndsItInTheMiddleOfALookIsNotToldOfAFailure() {
        InterruptException ended = new InterruptException("ended");
        failure = ended;

        // The mark that it leaves is for whoever ends the loop.
        assertThatThrownBy(run::doWork).isSameAs(ended);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(warned).isEmpty();

        run.close();
        assertThat(closed).isEqualTo(1);
    }

    private Optional<EndedLook> open() {
        if (!isThere) {
            return Optional.empty();
        }
        opened++;
        return Optional.of(new EndedLook() {
            @Override
            public RunView look() {
                if (failure != null) {
                    throw failure;
                }
                return VIEW;
            }

            @Override
            public void close() {
                closed++;
            }
        });
    }
}
