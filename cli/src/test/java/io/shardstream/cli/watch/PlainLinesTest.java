package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Event;
import io.shardstream.control.console.view.RunView;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlainLinesTest {
    private static final RunView VIEW = SampleViews.slowNode(3, 1);
    private static final String LINE = "2026-07-01T12:00:30Z backfill, 48.3 %, 12 min to 15 min left, by lane 3; read"
            + " 612,400 of 1,000,000 documents, 1,261 a second; 25,200 records waiting in Kafka, 37.8 MB; written 483,700,"
            + " 12 rejected, 1,261 a second; limited: writing, by node n2: a full queue; reading waits for its lanes;"
            + " node n2 is 10 min behind: a full queue, 1 of 1 bulks under way, 8,123 ms each, 1,204 refused";

    private final StringWriter told = new StringWriter();
    private final AtomicLong clock = new AtomicLong();
    private final PlainLines lines = new PlainLines(new PrintWriter(told), Duration.ofSeconds(10), clock::get);

    private void show(RunView view) {
        lines.show(view, "");
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void aLineSaysWhichNodeIsSlowAndWhy() {
        show(VIEW);
        assertThat(told.toString().lines()).containsExactly(LINE);
    }

    /// C-12.
    @Test
    void rejectsThatKafkaHasLostAreNamed() {
        show(SampleViews.lacking(VIEW, 22));
        assertThat(told.toString())
                .contains("12 rejected, 22 records of rejects are no longer in Kafka, 1,261 a second");
    }

    @Test
    void thereIsALineEveryTenSeconds() {
        for (int second = 0; second < 25; second++) {
            show(VIEW);
        }
        assertThat(told.toString().lines()).containsExactly(LINE, LINE, LINE);
    }

    @Test
    void anEventIsTheNextLineAtOnceAndOnlyOnce() {
        show(VIEW);
        RunView paused = SampleViews.after(VIEW, SampleViews.event(0, Event.Kind.PAUSE, "Paused: \u001b[2Jlunch."));
        show(paused);
        show(paused);
        assertThat(told.toString().lines())
                .containsExactly(LINE, "2026-07-01T12:00:30Z pause: Paused: \\u{1b}[2Jlunch.");
    }

    @Test
    void theEndIsTheLastLine() {
        show(VIEW);
        show(SampleViews.in(VIEW, SampleViews.standing("completed")));
        assertThat(told.toString().lines().toList().getLast()).startsWith("2026-07-01T12:00:30Z completed, 48.3 %; ");
    }

    @Test
    void whoMustLookAtWhatIsOnTheLine() {
        lines.show(SampleViews.inTrouble(3), "Kafka is away");
        assertThat(told.toString())
                .contains("; not new: Kafka is away; ")
                .contains("; cut-over: block writes; paused lunch; blocked: reader, Shard 0 has lost");
    }
}
