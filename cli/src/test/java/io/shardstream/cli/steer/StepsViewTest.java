package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepsViewTest {
    private Instant now = Instant.EPOCH;
    private final StringWriter text = new StringWriter();
    private final StepsView view = new StepsView(new PrintWriter(text), "c-1", () -> now);

    @Test
    void aStepIsShownWhenItBeginsWhenItWaitsAndWhenItIsDone() {
        show(false, "");
        show(false, "");
        show(false, "no writer is at work");
        show(false, "no writer is at work");
        show(true, "up to [7]");
        show(true, "up to [7]");

        assertThat(lines())
                .containsExactly("begun drain", "waits drain: no writer is at work", "done  drain: up to [7]");
    }

    @Test
    void oneThatIsDoneAtTheFirstLookIsShownOnce() {
        show(true, "");

        assertThat(lines()).containsExactly("done  drain");
    }

    @Test
    void whatWasTakenBeforeSomebodyLooksIsNotShown() {
        Step earlier = new Step("c-1", 1, 1, "block", true, "", Instant.EPOCH);
        ControlRecords before = new ControlRecords(Map.of(earlier.key(), earlier.encode()));
        Step later = new Step("c-1", 1, 2, "lift", true, "", Instant.EPOCH);
        view.after(before).show(before.with(Map.of(later.key(), later.encode())));

        assertThat(lines()).containsExactly("done  lift");
    }

    @Test
    void oneThatWasUnderWayBeforeSomebodyLooksIsSaidToGoOnSinceItWasBegun() {
        Step earlier = new Step("c-1", 1, 2, "drain", false, "", Instant.EPOCH);
        view.after(new ControlRecords(Map.of(earlier.key(), earlier.encode())));
        now = now.plusSeconds(10);
        show(false, "");
        assertThat(lines()).containsExactly("works drain: for 10 s");
    }

    /// The clock of the process that takes the step may be ahead.
    @Test
    void noStepGoesOnForLessThanNoTime() {
        now = now.minusSeconds(3600);
        view.show(new ControlRecords(Map.of()));
        show(false, "");
        now = now.plusSeconds(10);
        show(false, "");
        assertThat(lines()).containsExactly("begun drain", "works drain: for 0 s");
    }

    @Test
    void aStepThatTakesLongIsSaidToGoOnEveryTenSeconds() {
        for (int second = 0; second < 25; second++) {
            show(false, "");
            now = now.plusSeconds(1);
        }
        show(true, "100 of 100");
        now = now.plusSeconds(60);
        show(true, "100 of 100");

        assertThat(lines())
                .containsExactly(
                        "begun drain", "works drain: for 10 s", "works drain: for 20 s", "done  drain: 100 of 100");
    }

    private void show(boolean isDone, String detail) {
        Step step = new Step("c-1", 1, 2, "drain", isDone, detail, Instant.EPOCH);
        view.show(new ControlRecords(Map.of(step.key(), step.encode())));
    }

    /// Without the time of day.
    private List<String> lines() {
        return text.toString()
                .lines()
                .map(line -> line.substring("00:00:00.000  ".length()))
                .toList();
    }
}
