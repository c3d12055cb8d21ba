package io.shardstream.control.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.version.VersionMode;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.words.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
