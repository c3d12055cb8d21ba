package io.shardstream.control.compare.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Sweeps of a target that does not say which documents have a version, as OpenSearch.
class KeptSweepTest {
    private static final int DOCUMENTS = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final MemoryRun run = new MemoryRun(2, 2);
    private final Sweep sweep = new Sweep(run.compared(), run, run.sleeper(), 1000);
    private final List<String> found = new ArrayList<>();

    @BeforeEach
    void copied() {
        run.target(0).refuseVersions();
        run.target(1).refuseVersions();
        for (int document = 0; document < DOCUMENTS; document++) {
            run.source(document % 2).index("d" + document, "{}");
        }
        run.copy();
    }

    @Test
    void afterASweepThatReadsOnlyWhatIsNewIsRead() throws Exception {
        delete(4);
        assertThat(online().counted()).isEmpty();
        assertThat(found).containsExactly("d4");
        delete(6);
        delete(9);
        run.source(0).index("new", "{}");
        run.copyNew();

        SweepReport report = online();

        assertThat(report.counted()).containsExactly(0, 1);
        assertThat(report.compared()).isEqualTo(1);
        assertThat(report.candidates()).isEqualTo(2);
        assertThat(report.deleted()).isEqualTo(2);
        assertThat(found).containsExactlyInAnyOrder("d6", "d9");
        assertThat(run.copied()).doesNotContainKeys("d4", "d6", "d9").containsKey("new");
    }

    @Test
    void aShardToWhichNobodyHasWrittenIsNotAsked() throws Exception {
        online();
        delete(2);
        online();
        delete(4);
        List<String> calls = new ArrayList<>();
        run.source(1).before(calls::add);

        assertThat(online().counted()).containsExactly(0);

        assertThat(found).containsExactly("d4");
        assertThat(calls).containsOnly("locate", "deletes", "numbers");
    }

    @Test
    void whatIsWrittenToSuchAShardMeanwhileIsFoundByTheNext() throws Exception {
        online();
        delete(2);
        online();
        delete(4);
        run.target(0).before(call -> {
            if (call.equals("forEachLive") || call.equals("refresh")) {
                run.target(0).before(_ -> {});
                run.source(1).delete("d7");
                run.source(1).index("d9", "{\"n\":2}");
                run.copyNew();
            }
        });
        online();
        assertThat(found).containsExactly("d4");

        online();

        assertThat(found).containsExactly("d7");
        assertThat(run.copied()).doesNotContainKeys("d4", "d7").containsEntry("d9", "{\"n\":2}");
    }

    @Test
    void whatWasWrittenBetweenSweepsIsFoundWhenItIsDeleted() throws Exception {
        online();
        run.source(0).index("before", "{}");
        run.copyNew();
        delete(4);
        online();
        run.source(0).delete("before");
        run.source(1).index("short", "{}");
        run.copyNew();
        run.source(1).delete("short");
        run.copyNew();

        assertThat(online().counted()).containsExactly(0, 1);
        assertThat(found).containsExactlyInAnyOrder("before", "short");
        assertThat(run.copied()).doesNotContainKeys("before", "short");
    }

    @Test
    void inAnotherTermEverythingIsReadOnceMore() throws Exception {
        online();
        run.target(0).failOver("h");
        delete(4);

        // Shard 1 is read too, in which nothing was deleted.
        assertThat(online().counted()).isEmpty();
        assertThat(found).containsExactly("d4");
        delete(5);
        assertThat(online().counted()).containsExactly(1);
        assertThat(found).containsExactly("d5");
    }

    @Test
    void whatSomebodyElseHasWrittenIsReadEachTime() throws Exception {
        run.target(0).write("theirs", null, 1, "{}");
        online();
        delete(4);
        delete(5);

        SweepReport report = online();

        assertThat(report.counted()).isEmpty();
        assertThat(report.foreign()).isEqualTo(1);
        assertThat(found).containsExactlyInAnyOrder("d4", "d5");
    }

    /// Its numbers mean other documents then, and what it has lost may be nowhere but in the target.
    @Test
    void nothingIsDeletedWhereTheSourceIsInAnOlderStateThanWasRead() throws Exception {
        online();
        long highest = run.source(0).index("early", "{}");
        run.copyNew();
        online();
        for (int i = 0; i < 5; i++) {
            run.source(0).index("late" + i, "{}");
        }
        run.copyNew();
        run.source(0).putBack(highest);
        run.source(0).index("other", "{}");
        run.source(0).delete("early");

        assertThatThrownBy(this::online)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Nothing was deleted or judged");
        assertThat(run.copied()).containsKeys("early", "late0", "late4");
    }

    @Test
    void whatIsForgottenIsReadOnceMore() throws Exception {
        online();
        delete(4);
        sweep.forget();

        assertThat(online().counted()).isEmpty();
        assertThat(found).containsExactly("d4");
        delete(6);
        assertThat(online().counted()).containsExactly(0);
    }

    @Test
    void aReadingThatFailsIsMadeUpFor() throws Exception {
        online();
        delete(4);
        sweep.forget();
        run.source(0).before(call -> {
            throw new SweepFailure();
        });
        assertThatThrownBy(this::online).isInstanceOf(SweepFailure.class);
        run.source(0).before(_ -> {});
        online();
        delete(6);

        assertThat(online().counted()).containsExactly(0);
    }

    private static final class SweepFailure extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void theLastSweepReadsEverything() throws Exception {
        online();
        delete(4);

        assertThat(run(SweepOptions.last(PATIENCE)).counted()).isEmpty();
        assertThat(found).containsExactly("d4");
    }

    private void delete(int document) {
        run.source(document % 2).delete("d" + document);
        run.copyNew();
    }

    private SweepReport online() throws Exception {
        return run(SweepOptions.online(PATIENCE));
    }

    private SweepReport run(SweepOptions options) throws Exception {
        found.clear();
        return sweep.run(options, name -> found.add(name.id().utf8()));
    }
}
