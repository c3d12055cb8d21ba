package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.HoldPoint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// F-01, F-02 and F-07: SIGKILL of a reader or a writer between any two of its steps.
class KillTest {
    private static final int DOCUMENTS = 900;

    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"SEARCH_ANSWERED", "RECORDS_SENT", "RECORDS_TAKEN", "CHECKPOINT_DUE", "CHECKPOINT_WRITTEN"})
    void readerKilledAt(Moment moment) {
        killedAt(moment, "reader", "writer");
    }

    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"BULK_SENT", "BULK_DONE", "OUTCOMES_SENT", "COMMIT_DUE", "COMMIT_DONE"})
    void writerKilledAt(Moment moment) {
        killedAt(moment, "writer", "reader");
    }

    private static void killedAt(Moment moment, String victim, String other) {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(1).stream(DOCUMENTS))
                .planned()) {
            HoldPoint point = moment.in(run);
            run.startHere(other);
            Child killed = run.start(victim);
            point.awaitReached();
            killed.kill();
            point.swallow();

            run.start(victim);
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }
}
