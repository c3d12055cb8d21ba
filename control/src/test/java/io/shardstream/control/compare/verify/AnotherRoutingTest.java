package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A document that is given another routing, which leads to the same shard as the old one: a server keeps one
/// document of an id there, so that the new state takes the place of the old one.
class AnotherRoutingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final VerificationOptions LAST = VerificationOptions.last(PATIENCE);

    private final List<DocumentDifference> told = new ArrayList<>();

    /// The target has taken the old state only.
    private static MemoryRun withoutTheNewState(VersionMode versions) {
        MemoryRun run = new MemoryRun(1, 1, versions);
        run.source(0).indexVersioned("1", "a", 10, "old");
        run.copy();
        run.source(0).indexVersioned("1", "b", 11, "new");
        run.stopWriters();
        run.copyNew();
        run.skipToEnd();
        run.startWriters();
        assertThat(run.copied()).containsExactly(Map.entry("1/a", "old"));
        return run;
    }

    private static void sweep(MemoryRun run, SweepOptions options) throws Exception {
        new Sweep(run.compared(), run, run.sleeper(), 100).run(options, _ -> {});
    }

    private VerificationReport verify(MemoryRun run, VerificationOptions options) throws Exception {
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), 100, new Random(1))
                .run(options, told::add);
    }

    private void assertOnly(Kind kind) {
        assertThat(told)
                .singleElement()
                .extracting(DocumentDifference::kind, DocumentDifference::document)
                .containsExactly(kind, new DocumentKey(Bytes.utf8("1"), Bytes.utf8("b")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noDeleteIsInTheWayOfAStateThatTheTargetTakesLater(boolean isLast) throws Exception {
        MemoryRun run = withoutTheNewState(VersionMode.SEQNO);
        run.reject("1", "b", run.word(0, 1));
        run.source(0).index("2", "{}");
        run.copyAbove(1);

        sweep(run, isLast ? SweepOptions.last(PATIENCE) : SweepOptions.online(PATIENCE));
        assertThat(run.copied()).containsOnly(Map.entry("1/a", "old"), Map.entry("2", "{}"));
        run.publish(List.of(new DocRecord(Bytes.utf8("1"), Bytes.utf8("b"), run.word(0, 1), Bytes.utf8("new"))));

        assertThat(run.copied()).containsOnly(Map.entry("1/b", "new"), Map.entry("2", "{}"));
    }

    @Test
    void itGoesWhenTheSourceHasNeitherAnyMore() throws Exception {
        MemoryRun run = withoutTheNewState(VersionMode.SEQNO);
        sweep(run, SweepOptions.online(PATIENCE));
        run.source(0).delete("1");
        run.copyNew();

        sweep(run, SweepOptions.online(PATIENCE));

        assertThat(run.copied()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SEQNO", "SOURCE"})
    void aStateThatTheTargetHasRefusedIsKnown(VersionMode versions) throws Exception {
        MemoryRun run = withoutTheNewState(versions);
        run.reject("1", "b", versions == VersionMode.SEQNO ? run.word(0, 1) : 11);

        verify(run, LAST);

        assertThat(told)
                .extracting(DocumentDifference::kind)
                .contains(Kind.STALE_BY_REJECT)
                .doesNotContain(Kind.COLLISION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SEQNO", "SOURCE"})
    void aStateThatWasLostIsBroughtByARepair(VersionMode versions) throws Exception {
        MemoryRun run = withoutTheNewState(versions);

        VerificationReport report = verify(run, LAST.withRepair(true));

        assertThat(told).extracting(DocumentDifference::kind).doesNotContain(Kind.COLLISION);
        assertThat(report.isClean()).isTrue();
        assertThat(run.copied()).containsExactly(Map.entry("1/b", "new"));
    }

    @Test
    void itIsOneDifferenceAndNoCollision() throws Exception {
        verify(withoutTheNewState(VersionMode.SEQNO), LAST);

        assertOnly(Kind.STALE);
    }

    /// Each shard of a source that was not shrunk held one document of the id, and both live.
    @Test
    void twoThatLiveInAShrunkShardAreACollision() throws Exception {
        MemoryRun run = new MemoryRun(1, 1);
        run.source(0).indexAt(5, "1", "b", "{}");
        run.source(0).indexAt(7, "1", "a", "{}");
        run.copy();

        verify(run, LAST);

        assertOnly(Kind.COLLISION);
    }
}
