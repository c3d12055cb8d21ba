package io.shardstream.control.compare.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Documents that were published again, some of which the source has deleted.
class NamedSweepTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static MemoryRun broughtBack(VersionMode versions) {
        MemoryRun run = new MemoryRun(2, 3, versions);
        run.source(0).indexVersioned("gone", 5, "{}");
        run.source(0).indexVersioned("alive", 6, "{}");
        run.source(1).indexVersioned("other", 7, "{}");
        run.source(1).indexVersioned("deleted", 8, "{}");
        run.copy();
        run.source(0).delete("gone");
        run.source(1).delete("deleted");
        run.copyNew();
        return run;
    }

    private static long sweep(MemoryRun run, String... ids) throws Exception {
        List<DocumentKey> documents = new ArrayList<>();
        for (String id : ids) {
            documents.add(new DocumentKey(Bytes.utf8(id), null));
        }
        return new NamedSweep(run.compared(), run, run.sleeper()).of(documents, PATIENCE);
    }

    @ParameterizedTest
    @EnumSource(names = {"SEQNO", "SOURCE"})
    void thoseGoThatTheSourceHasDeletedAndNoOthers(VersionMode versions) throws Exception {
        MemoryRun run = broughtBack(versions);

        assertThat(sweep(run, "gone", "alive", "nowhere")).isEqualTo(1);

        assertThat(run.copied()).containsOnlyKeys("alive", "other", "deleted");
    }

    @Test
    void nothingIsReadThrough() throws Exception {
        MemoryRun run = broughtBack(VersionMode.SEQNO);
        List<String> calls = new ArrayList<>();
        for (int shard = 0; shard < 2; shard++) {
            String source = "source " + shard + " ";
            run.source(shard).before(call -> calls.add(source + call));
        }
        for (int shard = 0; shard < 3; shard++) {
            run.target(shard).before(calls::add);
        }

        assertThat(sweep(run, "gone")).isEqualTo(1);

        assertThat(calls).doesNotContain("forEachLive", "source 0 forEachLive", "count", "source 0 count");
        assertThat(calls).noneMatch(call -> call.startsWith("source 1"));
    }

    /// Each look for a shard costs requests and two refreshes, whatever is asked for then.
    @Test
    void eachShardIsAskedOnceForAThousandDocuments() throws Exception {
        MemoryRun run = new MemoryRun(2, 3);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2400; i++) {
            ids.add("d" + i);
            run.source(i % 2).index("d" + i, "{}");
        }
        run.copy();
        ids.forEach(id -> run.source(Integer.parseInt(id.substring(1)) % 2).delete(id));
        run.copyNew();
        Map<String, Integer> calls = new TreeMap<>();
        run.source(0).before(call -> calls.merge("source " + call, 1, Integer::sum));
        run.target(0).before(call -> calls.merge("target " + call, 1, Integer::sum));

        assertThat(sweep(run, ids.toArray(String[]::new))).isEqualTo(2400);

        assertThat(run.copied()).isEmpty();
        assertThat(calls)
                // 800 of the documents, more or less, and no shard has 1,000.
                .containsEntry("target locate", 1)
                .containsEntry("target withIds", 1)
                .containsEntry("target refresh", 2)
                // How far it is, and 1,200 documents.
                .containsEntry("source locate", 3)
                .containsEntry("source withIds", 2)
                .containsEntry("source refresh", 2)
                .doesNotContainKey("source countLive");
    }

    /// What a failure repeats is one such part.
    @Test
    void aShardWithMoreIsAskedForAThousandAtATimeAndRefreshedOnce() throws Exception {
        MemoryRun run = new MemoryRun(1, 1);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2400; i++) {
            ids.add("d" + i);
            run.source(0).index("d" + i, "{}");
        }
        run.copy();
        Map<String, Integer> calls = new TreeMap<>();
        run.source(0).before(call -> calls.merge("source " + call, 1, Integer::sum));
        run.target(0).before(call -> calls.merge("target " + call, 1, Integer::sum));

        assertThat(sweep(run, ids.toArray(String[]::new))).isZero();

        assertThat(calls)
                .containsEntry("target withIds", 3)
                .containsEntry("target refresh", 2)
                .containsEntry("source withIds", 3)
                .containsEntry("source refresh", 2);
    }

    @Test
    void whatIsCreatedAgainWins() throws Exception {
        MemoryRun run = broughtBack(VersionMode.SEQNO);
        assertThat(sweep(run, "gone")).isEqualTo(1);
        run.source(0).index("gone", "{\"n\":2}");
        run.copyNew();

        assertThat(run.copied()).containsEntry("gone", "{\"n\":2}");
        assertThat(sweep(run, "gone")).isZero();
    }

    @Test
    void whatSomebodyElseWroteStays() throws Exception {
        MemoryRun run = broughtBack(VersionMode.SEQNO);
        run.targetOf("theirs").write("theirs", null, 3, "{}");

        assertThat(sweep(run, "theirs")).isZero();

        assertThat(run.copied()).containsKey("theirs");
    }

    /// Whoever wrote it: a delete with a word as high as the source can be judged would not outdo it.
    @Test
    void whatIsAboveAllThatTheSourceHasIsNotJudged() throws Exception {
        MemoryRun run = broughtBack(VersionMode.SEQNO);
        run.targetOf("ahead").write("ahead", null, run.word(0, 999), "{}");
        int records = run.records();

        assertThat(sweep(run, "ahead", "alive")).isZero();

        assertThat(run.records()).isEqualTo(records);
    }

    /// What a reader has read and not published would come after the delete, when the target may have forgotten
    /// that.
    @ParameterizedTest
    @EnumSource(names = {"SEQNO", "SOURCE"})
    void nothingIsDeletedBeforeReadersHaveReadAsFar(VersionMode versions) {
        MemoryRun run = broughtBack(versions);
        run.source(0).indexVersioned("new", 9, "{}");

        assertThatThrownBy(() -> sweep(run, "gone")).isInstanceOf(NotDrainedException.class);

        assertThat(run.copied()).containsKey("gone");
    }

    @Test
    void nothingIsDeletedThatARoleMayHide() {
        MemoryRun run = broughtBack(VersionMode.SEQNO);
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(() -> sweep(run, "gone")).hasMessage("hidden");

        assertThat(run.copied()).containsKey("gone");
    }

    @Test
    void whereDocumentsAreOnlyCreatedNothingIsDeleted() throws Exception {
        MemoryRun run = broughtBack(VersionMode.CREATE);
        run.publish(List.of(new DocRecord(Bytes.utf8("gone"), null, run.word(0, 0), Bytes.utf8("{}"))));

        assertThat(sweep(run, "gone")).isZero();
    }
}
