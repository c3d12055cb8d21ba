package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs whose versions are the source's own, or the target's.
class IdComparisonTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final VerificationOptions LAST =
            VerificationOptions.last(PATIENCE).withContent(Content.ALL);

    private final List<DocumentDifference> told = new ArrayList<>();

    private static MemoryRun copied(VersionMode versions) {
        MemoryRun run = new MemoryRun(2, 3, versions);
        for (int i = 0; i < 20; i++) {
            run.source(i % 2).indexVersioned("d" + i, 1_000 + i, "{\"n\":" + i + "}");
        }
        run.copy();
        return run;
    }

    private VerificationReport verify(MemoryRun run, VerificationOptions options) throws Exception {
        told.clear();
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), 100, new Random(1))
                .run(options, told::add);
    }

    private static long sweep(MemoryRun run, SweepOptions options) throws Exception {
        return new Sweep(run.compared(), run, run.sleeper(), 100)
                .run(options, _ -> {})
                .deleted();
    }

    @Test
    void theSourcesVersionsAreComparedById() throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        assertThat(verify(run, LAST).counts()).isEmpty();
        run.targetOf("d1").drop("d1");
        run.targetOf("d2").drop("d2");
        run.targetOf("d2").write("d2", null, 900, "{\"n\":2}");
        run.targetOf("d3").write("d3", null, 2_000, "{\"n\":3}");
        run.targetOf("d4").write("d4", null, 1_004, "{\"n\":5}");
        run.source(1).delete("d5");

        verify(run, new VerificationOptions(false, false, Content.ALL, false, PATIENCE));

        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactlyInAnyOrder(
                        tuple(Kind.MISSING, "d1"),
                        tuple(Kind.STALE, "d2"),
                        tuple(Kind.AHEAD, "d3"),
                        tuple(Kind.CONTENT, "d4"),
                        tuple(Kind.EXTRA, "d5"));
    }

    /// As where an application gives seconds as versions (`external_gte`), and the target has refused the
    /// later bytes.
    @ParameterizedTest
    @EnumSource(value = VersionMode.class, names = "SEQNO", mode = EnumSource.Mode.EXCLUDE)
    void aRefusedStateWhoseVersionTheTargetHoldsWithOtherBytesIsARejectWhateverTheSample(VersionMode versions)
            throws Exception {
        MemoryRun run = new MemoryRun(2, 3, versions);
        for (int i = 0; i < 3_000; i++) {
            run.source(0).indexVersioned("d" + i, 1_000 + i, "{\"n\":" + i + "}");
        }
        run.copy();
        refuse(run, versions, "d1500", 1500);
        refuse(run, versions, "d1501", 1501);
        run.targetOf("d1500").write("d1500", null, run.targetOf("d1500").version("d1500"), "{\"n\":0}");
        VerificationOptions sampled = new VerificationOptions(false, false, Content.SAMPLE, true, PATIENCE);

        for (int seed = 0; seed < 5; seed++) {
            told.clear();
            VerificationReport report = new Verification(
                            run.compared(), Set.of(), run, run.sleeper(), 100, new Random(seed))
                    .run(sampled, told::add);
            assertThat(told)
                    .extracting(
                            DocumentDifference::kind, one -> one.document().id().utf8())
                    .containsExactly(tuple(Kind.STALE_BY_REJECT, "d1500"));
            assertThat(report.rejects()).isEqualTo(1);
        }
        assertThat(run.published(3_000)).isEmpty();
    }

    private static void refuse(MemoryRun run, VersionMode versions, String id, int number) {
        run.reject(id, null, versions == VersionMode.SOURCE ? 1_000 + number : run.word(0, number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"forEachLive", "named"})
    void aPrimaryThatHasNotRefreshedHidesNothing(String failing) throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        run.targetOf("d2").drop("d2");
        run.targetOf("stranger").write("stranger", null, 7, "{}");
        run.source(0).before(call -> {
            if (call.equals(failing)) {
                run.source(0).before(_ -> {});
                run.source(0).failOverUnrefreshed();
            }
        });
        run.targetOf("stranger").before(call -> {
            if (call.equals(failing)) {
                run.targetOf("stranger").before(_ -> {});
                run.targetOf("stranger").failOverUnrefreshed();
            }
        });

        verify(run, LAST);

        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactlyInAnyOrder(tuple(Kind.MISSING, "d2"), tuple(Kind.EXTRA, "stranger"));
    }

    /// C-30: the source has forgotten the delete and counts anew, the target has not.
    @Test
    void aLowerVersionThanThatOfADeleteWhichTheTargetRemembersIsAhead() throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        run.targetOf("d1").write("d1", null, 2_000, null);

        VerificationReport report =
                verify(run, VerificationOptions.online(PATIENCE).withRepair(true));

        assertThat(report.counts()).isEqualTo(Map.of(Kind.AHEAD, 1L));
        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactly(tuple(Kind.MISSING, "d1"), tuple(Kind.AHEAD, "d1"));
    }

    @Test
    void whatTheSourcesVersionsAllowIsRepaired() throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        run.targetOf("d1").drop("d1");
        run.targetOf("d2").drop("d2");
        run.targetOf("d2").write("d2", null, 900, "{\"n\":0}");
        run.targetOf("d4").write("d4", null, 1_004, "{\"n\":5}");
        run.source(1).delete("d5");
        run.copy();
        run.targetOf("d1").drop("d1");

        assertThat(verify(run, LAST.withRepair(true)).isClean()).isTrue();

        assertThat(verify(run, LAST).counts()).isEmpty();
        assertThat(run.copied()).hasSize(19).doesNotContainKey("d5").containsEntry("d4", "{\"n\":4}");
    }

    @Test
    void aSweepDeletesWithTheVersionThatTheTargetHolds() throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        run.source(1).delete("d5");
        run.source(0).delete("d8");
        run.copy();
        assertThat(sweep(run, new SweepOptions(true, true, true, PATIENCE))).isEqualTo(2);
        assertThat(run.copied()).containsKeys("d5", "d8");

        assertThat(sweep(run, SweepOptions.last(PATIENCE))).isEqualTo(2);

        assertThat(run.copied()).hasSize(18).doesNotContainKeys("d5", "d8");
        run.source(1).indexVersioned("d5", 1_006, "{}");
        run.copy();
        assertThat(run.copied()).containsKey("d5");
    }

    @Test
    void whatAPrimaryThatWasCutOffLacksIsNotDeleted() throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        MemoryShard cutOff = cutOff(run);
        cutOff.cutOff();
        run.source(1).failOver("h");
        run.source(1).indexVersioned("new", 5_000, "{}");
        run.copy();

        assertRefused(run, cutOff);
    }

    @Test
    void norIsItWhenItsSuccessorHasNotBeenReadAsFar() throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        MemoryShard cutOff = cutOff(run);
        run.targetOf("new").write("new", null, 5_000, "{}");

        assertRefused(run, new ScannedShard() {
            @Override
            public ScannedCopy locate() {
                return cutOff.locate();
            }

            @Override
            public ElectedPrimary elected() {
                return new ElectedPrimary(2, "a2", false);
            }
        });
    }

    @Test
    void whatAPrimaryThatHasHandedOverLacksIsNotDeleted() throws Exception {
        assertKeepsWhatItLacks(MemoryShard::handOver, "has gone on without it");
    }

    @Test
    void whatAPrimaryThatIsBeingMovedLacksIsNotDeleted() throws Exception {
        assertKeepsWhatItLacks(MemoryShard::move, "is being moved to another node");
    }

    private static void assertKeepsWhatItLacks(Consumer<MemoryShard> fate, String why) throws Exception {
        MemoryRun run = copied(VersionMode.SOURCE);
        MemoryShard old = cutOff(run);
        fate.accept(old);
        run.targetOf("new").write("new", null, 5_000, "{}");

        assertRefused(run, old, why);
    }

    /// A copy that is what the second shard of the source was, number by number.
    private static MemoryShard cutOff(MemoryRun run) {
        MemoryShard shard = new MemoryShard();
        MemoryShard first = run.source(1);
        first.documents().entrySet().stream()
                .sorted(Comparator.comparingLong(one -> first.version(one.getKey())))
                .forEach(one -> shard.indexVersioned(one.getKey(), first.version(one.getKey()), one.getValue()));
        return shard;
    }

    private static void assertRefused(MemoryRun run, ScannedShard cutOff) {
        assertRefused(run, cutOff, "has gone on without it");
    }

    private static void assertRefused(MemoryRun run, ScannedShard cutOff, String why) {
        ComparedRun seen = new ComparedRun(
                run.compared().plan(),
                List.of(run.source(0), cutOff),
                run.compared().target(),
                run,
                () -> {});
        int before = run.records();
        Sweep sweep = new Sweep(seen, run, run.sleeper(), 100);
        Verification verification = new Verification(seen, Set.of(), run, run.sleeper(), 100, new Random(1));

        assertThatThrownBy(() -> sweep.run(SweepOptions.online(PATIENCE), _ -> {}))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() ->
                        verification.run(VerificationOptions.online(PATIENCE).withRepair(true), _ -> {}))
                .isInstanceOf(NotPrimaryException.class);
        assertThat(run.records()).isEqualTo(before);
        assertThat(run.copied()).containsKey("new");
    }

    @Test
    void documentsThatAreOnlyCreatedAreComparedByIdAndBytes() throws Exception {
        MemoryRun run = copied(VersionMode.CREATE);
        run.targetOf("d4").drop("d4");
        run.targetOf("d4").write("d4", null, 1, "{\"n\":4}");
        run.targetOf("d6").drop("d6");
        run.targetOf("d8").drop("d8");
        run.targetOf("d8").write("d8", null, 1, "{}");

        verify(run, LAST);

        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactlyInAnyOrder(tuple(Kind.MISSING, "d6"), tuple(Kind.CONTENT, "d8"));
        assertThat(verify(run, LAST.withRepair(true)).repaired()).isEqualTo(1);
        assertThat(run.copied()).containsKey("d6");
    }

    /// The target gives versions of its own, and rejects have the words that readers have given.
    @Test
    void rejectsOfDocumentsThatAreOnlyCreatedAreKnown() throws Exception {
        MemoryRun run = copied(VersionMode.CREATE);
        run.targetOf("d6").drop("d6");
        run.reject("d6", null, run.word(0, run.source(0).number("d6")));
        int before = run.records();

        VerificationReport report = verify(run, LAST.withRepair(true));

        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactly(tuple(Kind.REJECTED, "d6"));
        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isZero();
        assertThat(run.records()).isEqualTo(before);
    }

    @Test
    void whatReplacesOneOfThemIsKnown() throws Exception {
        MemoryRun run = copied(VersionMode.CREATE);
        run.targetOf("d8").drop("d8");
        DocRecord edited = new DocRecord(
                Bytes.utf8("d8"), null, run.word(0, run.source(0).number("d8")), Bytes.utf8("{\"n\":80}"));
        run.note(List.of(new Replacement(edited, "an edited file")));
        run.note(List.of(new Replayed(edited, run.publish(List.of(edited)).getFirst())));

        for (Content content : Content.values()) {
            VerificationReport report = verify(run, LAST.withContent(content).withRepair(true));

            assertThat(told)
                    .extracting(
                            DocumentDifference::kind, one -> one.document().id().utf8())
                    .containsExactly(tuple(Kind.REPLACED, "d8"));
            assertThat(report.isClean()).isTrue();
        }
        run.targetOf("d8").drop("d8");
        assertThat(verify(run, LAST.withRepair(true)).repaired()).isEqualTo(1);
        assertThat(run.copied()).containsEntry("d8", "{\"n\":80}");
    }

    @Test
    void whereDocumentsAreOnlyCreatedNothingIsSwept() throws Exception {
        MemoryRun run = copied(VersionMode.CREATE);
        run.source(1).delete("d5");
        run.copy();

        assertThat(sweep(run, SweepOptions.last(PATIENCE))).isZero();

        assertThat(run.copied()).containsKey("d5");
    }
}
