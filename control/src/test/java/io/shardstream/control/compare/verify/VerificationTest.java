package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerificationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final VerificationOptions LAST = VerificationOptions.last(PATIENCE);
    private static final VerificationOptions ONLINE = VerificationOptions.online(PATIENCE);

    private final MemoryRun run = new MemoryRun(2, 3);
    private final List<DocumentDifference> told = new ArrayList<>();

    @BeforeEach
    void copyThirtyDocuments() {
        for (int i = 0; i < 30; i++) {
            run.source(i % 2).index("d" + i, "{\"n\":" + i + "}");
        }
        run.copy();
    }

    private VerificationReport verify(VerificationOptions options) throws Exception {
        return verify(options, 10_000);
    }

    private VerificationReport verify(VerificationOptions options, long mostBytes) throws Exception {
        told.clear();
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), mostBytes, new Random(1))
                .run(options, told::add);
    }

    private void assertOnly(Kind kind, String... ids) {
        assertThat(told).extracting(DocumentDifference::kind).containsOnly(kind);
        assertThat(told)
                .extracting(difference -> difference.document().id().utf8())
                .containsExactlyInAnyOrder(ids);
    }

    private void assertRepaired(String... ids) throws Exception {
        VerificationReport report = verify(LAST.withContent(Content.ALL).withRepair(true));
        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isEqualTo(ids.length);
        assertThat(verify(LAST.withContent(Content.ALL)).counts()).isEmpty();
    }

    private long word(String id) {
        return run.targetOf(id).version(id);
    }

    @Test
    void shardsThatAreAskedSideBySideSayTheSame() throws Exception {
        run.source(0).delete("d4");
        run.source(1).index("d7", "{\"new\":1}");
        run.copy();
        run.targetOf("d9").drop("d9");
        run.target(0).write("foreign", null, 5, "{}");
        VerificationReport oneByOne = verify(LAST.withContent(Content.ALL));
        List<DocumentDifference> toldOneByOne = List.copyOf(told);

        told.clear();
        VerificationReport sideBySide = new Verification(
                        run.compared(4), Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(LAST.withContent(Content.ALL), told::add);

        assertThat(toldOneByOne).extracting(DocumentDifference::kind).contains(Kind.MISSING, Kind.EXTRA, Kind.FOREIGN);
        assertThat(told).isEqualTo(toldOneByOne);
        assertThat(sideBySide.counts()).isEqualTo(oneByOne.counts());
        assertThat(sideBySide.checkpoints()).isEqualTo(oneByOne.checkpoints());
        assertThat(sideBySide.contents()).isEqualTo(oneByOne.contents());
    }

    @Test
    void equalSidesAreClean() throws Exception {
        VerificationReport report = verify(LAST.withContent(Content.ALL));

        assertThat(report.counts()).isEmpty();
        assertThat(report.sourceDocuments()).isEqualTo(30);
        assertThat(report.targetWords()).isEqualTo(30);
        assertThat(report.contents()).isEqualTo(30);
        assertThat(report.checkpoints()).isEqualTo(Map.of(0, 14L, 1, 14L));
    }

    @Test
    void whatWasComparedWithACopyThatWasCutOffIsNoLastComparison() throws Exception {
        run.target(0).cutOff();
        assertThat(verify(ONLINE).isClean()).isTrue();
        assertThatThrownBy(() -> verify(LAST))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessage("A copy of shard 0 of the target index cities-v2 said that it was the primary, and the"
                        + " cluster has another one: what was compared with it does not count");
        run.target(0).failOver("h");
        run.target(1).move();
        assertThat(verify(LAST).isClean()).isTrue();
    }

    @Test
    void aDroppedDocumentIsMissing() throws Exception {
        run.targetOf("d4").drop("d4");

        assertThat(verify(LAST).differences()).isEqualTo(1);

        assertOnly(Kind.MISSING, "d4");
        assertThat(told.getFirst().sourceVersion()).isEqualTo(run.word(0, 2));
        assertRepaired("d4");
    }

    @Test
    void aDocumentThatWasBroughtBackIsExtra() throws Exception {
        long word = word("d4");
        run.source(0).delete("d4");
        run.copy();
        run.targetOf("d4").forgetTombstones();
        run.targetOf("d4").write("d4", null, word, "{}");

        verify(LAST);

        assertOnly(Kind.EXTRA, "d4");
        assertRepaired("d4");
        assertThat(run.copied()).doesNotContainKey("d4");
    }

    @Test
    void anOlderStateIsStale() throws Exception {
        long word = word("d4");
        run.source(0).index("d4", "{\"n\":44}");
        run.copy();
        run.targetOf("d4").drop("d4");
        run.targetOf("d4").write("d4", null, word, "{\"n\":4}");

        verify(LAST);

        assertOnly(Kind.STALE, "d4");
        assertThat(told.getFirst().targetVersion()).isEqualTo(word);
        assertRepaired("d4");
        assertThat(run.copied()).containsEntry("d4", "{\"n\":44}");
    }

    private void rejectAnUpdateAndANewDocument() {
        long updated = run.source(0).index("d4", "{\"n\":44}");
        long created = run.source(0).index("new", "{}");
        run.copy();
        run.reject("d4", null, run.word(0, updated));
        run.reject("new", null, run.word(0, created));
        run.skipToEnd();
    }

    @Test
    void aStateThatWasRejectedIsListedAndIsNoDifference() throws Exception {
        run.stopWriters();
        rejectAnUpdateAndANewDocument();

        VerificationReport report = verify(LAST);

        assertThat(report.isClean()).isTrue();
        assertThat(report.rejects()).isEqualTo(2);
        assertThat(report.count(Kind.REJECTED)).isEqualTo(1);
        assertThat(report.count(Kind.STALE_BY_REJECT)).isEqualTo(1);
    }

    @Test
    void aStateThatIsRejectedWhileTheSourceIsReadIsNoDifference() throws Exception {
        run.stopWriters();
        run.source(0).before(call -> {
            if (call.equals("locate")) {
                run.source(0).before(_ -> {});
                rejectAnUpdateAndANewDocument();
            }
        });

        VerificationReport report = verify(ONLINE);

        assertThat(report.isClean()).as(told::toString).isTrue();
        assertThat(report.rejects()).isEqualTo(2);
    }

    @Test
    void aForeignVersionIsReportedAndNeverTouched() throws Exception {
        run.target(1).write("theirs", null, 3, "{}");

        verify(LAST.withRepair(true));

        assertOnly(Kind.FOREIGN, "theirs");
        assertThat(run.copied()).containsKey("theirs");
    }

    @Test
    void oneIdUnderTwoRoutingsIsACollision() throws Exception {
        MemoryRun one = new MemoryRun(2, 1);
        one.source(0).index("a", "r1", "{\"n\":1}");
        one.source(1).index("a", "r2", "{\"n\":2}");
        one.copy();

        new Verification(one.compared(), Set.of(), one, one.sleeper(), 100, new Random(1)).run(LAST, told::add);

        assertThat(told)
                .extracting(DocumentDifference::kind, DocumentDifference::document)
                .containsExactly(tuple(Kind.COLLISION, new DocumentKey(Bytes.utf8("a"), Bytes.utf8("r1"))));
    }

    /// C-29: the later document has the lower word, so the target takes it for older than the delete that it
    /// remembers.
    @Test
    void anIdThatCameBackUnderAnotherRoutingIsACollisionWhichNoRepairMends() throws Exception {
        MemoryRun one = new MemoryRun(2, 1);
        one.source(1).index("a", "r2", "{\"n\":1}");
        one.source(0).index("b", "r1", "{\"n\":1}");
        one.copy();
        one.source(1).delete("a");
        one.copyNew();
        new Sweep(one.compared(), one, one.sleeper(), 100).run(SweepOptions.online(PATIENCE), _ -> {});
        one.source(0).index("a", "r1", "{\"n\":2}");
        one.copyNew();
        one.targetOf("b").drop("b");

        VerificationReport report = new Verification(one.compared(), Set.of(), one, one.sleeper(), 100, new Random(1))
                .run(ONLINE.withRepair(true), told::add);

        assertThat(report.counts()).containsOnly(entry(Kind.COLLISION, 1L));
        assertThat(report.repaired()).isEqualTo(2);
        assertThat(told.getLast())
                .isEqualTo(new DocumentDifference(
                        Kind.COLLISION,
                        new DocumentKey(Bytes.utf8("a"), Bytes.utf8("r1")),
                        0,
                        one.word(0, 1),
                        DocumentDifference.NONE));
    }

    /// Its own shard is that of its id, and the one with the routing was in a shard with higher words.
    @Test
    void anIdThatCameBackWithoutARoutingIsSuchACollisionToo() throws Exception {
        MemoryRun one = new MemoryRun(2, 1);
        one.source(1).index("a", "r2", "{\"n\":1}");
        one.copy();
        one.source(1).delete("a");
        one.copyNew();
        new Sweep(one.compared(), one, one.sleeper(), 100).run(SweepOptions.online(PATIENCE), _ -> {});
        one.source(0).index("a", "{\"n\":2}");
        one.copyNew();

        VerificationReport report = new Verification(one.compared(), Set.of(), one, one.sleeper(), 100, new Random(1))
                .run(ONLINE.withRepair(true), told::add);

        assertThat(report.counts()).containsOnly(entry(Kind.COLLISION, 1L));
        assertThat(report.repaired()).isEqualTo(1);
    }

    /// Above its shard there is none, and where each target shard takes from one of the source the other is
    /// nowhere near.
    @ParameterizedTest
    @CsvSource({"1, 3, r1", "0, 2, r1", "0, 2,"})
    void whatSomebodyHasDeletedInTheTargetStaysMissing(int sourceShard, int targetShards, @Nullable String routing)
            throws Exception {
        MemoryRun other = new MemoryRun(2, targetShards);
        other.source(sourceShard).index("a", routing, "{}");
        other.copy();
        MemoryShard target = other.targetOf(routing == null ? "a" : routing);
        target.write("a", routing, target.version("a") + 1, null);

        VerificationReport report = new Verification(
                        other.compared(), Set.of(), other, other.sleeper(), 100, new Random(1))
                .run(ONLINE.withRepair(true), told::add);

        assertThat(report.counts()).containsOnly(entry(Kind.MISSING, 1L));
    }

    @Test
    void aWordThatTheSourceNeverGaveIsAhead() throws Exception {
        run.targetOf("d4").write("d4", null, word("d4") + 1000, "{}");

        verify(LAST);

        assertOnly(Kind.AHEAD, "d4");
    }

    @Test
    void aFlippedByteIsFound() throws Exception {
        run.targetOf("d4").write("d4", null, word("d4"), "{\"n\":5}");

        verify(LAST.withContent(Content.ALL));

        assertOnly(Kind.CONTENT, "d4");
        assertRepaired("d4");
        assertThat(run.copied()).containsEntry("d4", "{\"n\":4}");
    }

    @Test
    void documentsThatAreTooLargeToBeComparedAreNeverEqual() throws Exception {
        run.source(0).index("large", "{\"n\":1000000}");
        run.copy();
        run.source(0).readUpTo(10);
        verify(LAST.withContent(Content.ALL));
        assertOnly(Kind.NOT_COMPARED, "large");

        run.source(0).readUpTo(100);
        run.targetOf("large").readUpTo(10);
        verify(LAST.withContent(Content.ALL));
        assertOnly(Kind.NOT_COMPARED, "large");
    }

    @Test
    void documentsThatAServerCannotReturnAreNeverEqual() throws Exception {
        run.targetOf("d4").refuseToReturn("d4");
        run.source(0).refuseToReturn("d6");
        VerificationReport report = verify(LAST.withContent(Content.ALL));
        assertOnly(Kind.NOT_COMPARED, "d4", "d6");
        assertThat(report.contents()).isEqualTo(28);
        assertThat(report.isClean()).isFalse();
    }

    @Test
    void twoExchangedBodiesAreFound() throws Exception {
        run.targetOf("d4").write("d4", null, word("d4"), "{\"n\":6}");
        run.targetOf("d6").write("d6", null, word("d6"), "{\"n\":4}");

        verify(LAST.withContent(Content.ALL));

        assertOnly(Kind.CONTENT, "d4", "d6");
        assertRepaired("d4", "d6");
    }

    @Test
    void twoExchangedNumbersAreFoundAlthoughTheSetsAreEqual() throws Exception {
        long fourth = word("d4");
        long sixth = word("d6");
        run.targetOf("d4").drop("d4");
        run.targetOf("d6").drop("d6");
        run.targetOf("d4").write("d4", null, sixth, "{\"n\":4}");
        run.targetOf("d6").write("d6", null, fourth, "{\"n\":6}");

        VerificationReport report = verify(LAST.withContent(Content.ALL));

        assertThat(report.count(Kind.AHEAD)).isEqualTo(1);
        assertThat(report.count(Kind.STALE)).isEqualTo(1);
    }

    @Test
    void lineFeedsAreWhatABulkMakesOfThem() throws Exception {
        run.source(0).index("pretty", "{\n  \"n\": 1 /* one */\n}");
        run.copy();
        run.targetOf("pretty").write("pretty", null, word("pretty"), "{   \"n\": 1   }");

        assertThat(verify(LAST.withContent(Content.ALL)).counts()).isEmpty();

        run.targetOf("pretty").write("pretty", null, word("pretty"), "{   \"n\": 2   }");
        verify(LAST.withContent(Content.ALL));
        assertOnly(Kind.CONTENT, "pretty");
    }

    @Test
    void aCarriageReturnAtTheVeryEndIsNotKeptByABulk() throws Exception {
        run.source(0).index("dos", "{\"n\": 1}\r");
        run.copy();
        run.targetOf("dos").write("dos", null, word("dos"), "{\"n\": 1}");

        assertThat(verify(LAST.withContent(Content.ALL)).counts()).isEmpty();
    }

    @Test
    void documentsWithEqualNumbersAreCountedAndToldApart() throws Exception {
        for (String id : List.of("x", "y", "z")) {
            run.source(0).indexAt(50, id, null, "{}");
        }
        run.copy();
        assertThat(verify(LAST.withContent(Content.ALL)).counts()).isEmpty();
        run.targetOf("y").drop("y");

        verify(LAST);

        assertOnly(Kind.MISSING, "y");
        assertRepaired("y");
    }

    @Test
    void aDeleteThatWasNotSweptIsNoDifferenceWhileTheRunGoesOn() throws Exception {
        run.source(0).delete("d4");
        run.copy();

        VerificationReport report = verify(ONLINE);

        assertThat(report.isClean()).isTrue();
        assertOnly(Kind.UNSWEPT, "d4");
        assertRepaired("d4");
    }

    @Test
    void whatMovesMeanwhileIsNotReported() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        run.source(0).before(_ -> {
            int call = calls.incrementAndGet();
            if (call % 3 == 0) {
                run.source(0).index("d" + (call % 15) * 2, "{\"n\":" + call + "}");
                run.source(0).delete("d" + (call % 7) * 2);
                run.copy();
            }
        });

        VerificationReport report = verify(ONLINE.withContent(Content.ALL));

        assertThat(report.isClean()).as(told::toString).isTrue();
    }

    @Test
    void whatTheSourceDeletesWhileTheTargetIsAskedIsNotMissing() throws Exception {
        run.targetOf("d4").before(call -> {
            if (call.equals("forEachLive")) {
                run.targetOf("d4").drop("d4");
            } else if (call.equals("withIds")) {
                run.source(0).delete("d4");
            }
        });

        assertThat(verify(ONLINE).counts()).isEmpty();
    }

    @Test
    void whatASweepDeletesWhileTheSourceIsAskedIsNotExtra() throws Exception {
        run.source(0).delete("d4");
        run.copy();
        run.source(0).before(call -> {
            if (call.equals("withIds")) {
                run.targetOf("d4").drop("d4");
            }
        });

        assertThat(verify(ONLINE).counts()).isEmpty();
    }

    @Test
    void nothingAboveTheCheckpointIsPublishedToRepair() throws Exception {
        run.targetOf("d4").drop("d4");
        AtomicInteger asked = new AtomicInteger();
        run.source(0).before(call -> {
            if (call.equals("bodies") && asked.incrementAndGet() == 1) {
                run.source(0).index("d4", "{\"n\":99}");
            }
        });
        int before = run.records();

        verify(ONLINE.withRepair(true));

        assertThat(asked.get()).isPositive();
        assertThat(run.published(before)).isEmpty();
    }

    /// As a source does that syncs its translog now and then.
    @ParameterizedTest
    @EnumSource(
            value = VersionMode.class,
            names = {"SEQNO", "SOURCE"})
    void whatWasAcknowledgedBeforeIsJudgedAlsoIfTheSourceSettlesItLater(VersionMode versions) throws Exception {
        MemoryRun run = new MemoryRun(1, 1, versions);
        run.source(0).indexVersioned("early", 1, "{}");
        run.copy();
        run.source(0).indexVersioned("late", 1, "{}");
        run.source(0).unsettled(1);
        run.whileSleeping(() -> {
            if (run.instant().isAfter(Instant.EPOCH)) {
                run.source(0).unsettled(0);
            }
            // Readers are at work until they have read it.
            if (run.instant().isAfter(Instant.EPOCH.plusSeconds(1))) {
                run.copyNew();
            }
        });

        VerificationReport report = new Verification(
                        run.compared(), Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(ONLINE, told::add);

        assertThat(report.isEqual()).isTrue();
        assertThat(report.checkpoints()).containsExactly(entry(0, 1L));
        assertThat(run.copied()).containsKey("late");
    }

    @Test
    void whatReadersHaveNotReadIsNotJudgedWhenTheyAreGone() throws Exception {
        run.source(0).index("later", "{}");
        run.source(0).index("d4", "{\"n\":44}");

        VerificationOptions ended = new VerificationOptions(false, false, Content.ALL, false, PATIENCE);
        VerificationReport left = verify(ended);
        assertThat(left.counts()).isEmpty();
        assertThat(left.unread()).isEqualTo(2);
        assertThat(left.isClean()).isTrue();
        assertThat(left.isEqual()).isFalse();

        run.targetOf("d8").drop("d8");
        verify(ended);
        assertOnly(Kind.MISSING, "d8");
    }

    @Test
    void whatTheTargetHoldsBeyondWhatWasReadIsJudgedByTheSourceWhenReadersAreGone() throws Exception {
        VerificationOptions ended = new VerificationOptions(false, false, Content.SAMPLE, false, PATIENCE);
        long taken = run.source(0).index("d4", "{\"n\":44}");
        run.targetOf("d4").write("d4", null, run.word(0, taken), "{\"n\":44}");
        VerificationReport before = verify(ended);
        assertThat(before.isEqual()).isTrue();
        assertThat(before.isFinal()).isTrue();

        run.targetOf("d6").write("d6", null, run.word(0, taken + 1), "{}");
        run.source(0).index("gone", "{}");
        run.targetOf("gone").write("gone", null, run.word(0, taken + 1), "{}");
        run.source(0).delete("gone");
        run.source(0).index("d4", "{\"n\":45}");
        VerificationReport report = verify(ended);

        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactlyInAnyOrder(tuple(Kind.AHEAD, "d6"), tuple(Kind.EXTRA, "gone"));
        assertThat(report.unjudged()).isEqualTo(1);
        assertThat(report.isEqual()).isFalse();
    }

    @Test
    void whatIsNewerThanWhatIsJudgedIsCounted() throws Exception {
        run.target(0).before(call -> {
            if (call.equals("forEachLive")) {
                run.target(0).before(_ -> {});
                for (int i = 0; i < 9; i++) {
                    run.source(0).index("later" + i, "{}");
                }
                run.copy();
            }
        });

        VerificationReport report = verify(ONLINE);

        assertThat(report.isClean()).isTrue();
        assertThat(report.unjudged()).isEqualTo(9);
        assertThat(report.record("docs", 2, List.of()).isEqual()).isFalse();
        assertThat(report.isFinal()).isFalse();
        assertThat(report.isEqual()).isFalse();
    }

    @Test
    void nothingIsRefreshedForWhatIsVisibleAlready() throws Exception {
        for (int i = 0; i < 12; i++) {
            run.source(i % 2).delete("d" + i);
            run.targetOf("d" + (12 + i)).drop("d" + (12 + i));
        }
        run.copy();
        for (int i = 12; i < 24; i++) {
            run.targetOf("d" + i).drop("d" + i);
        }
        long before = run.source(0).refreshes() + run.target(1).refreshes();

        VerificationReport report = verify(LAST.withContent(Content.ALL));

        assertThat(report.differences()).isEqualTo(24);
        assertThat(run.source(0).refreshes() + run.target(1).refreshes() - before)
                .isEqualTo(4);
    }

    @Test
    void aPrimaryThatHasNotRefreshedIsNotTakenForAnEmptyOne() throws Exception {
        run.targetOf("d4").write("d4", null, word("d4"), "{\"n\":5}");
        run.source(0).before(call -> {
            if (call.equals("bodies")) {
                run.source(0).before(_ -> {});
                run.source(0).failOverUnrefreshed();
            }
        });
        run.target(2).before(call -> {
            if (call.equals("bodies")) {
                run.target(2).before(_ -> {});
                run.target(2).failOverUnrefreshed();
            }
        });

        VerificationReport report = verify(LAST.withContent(Content.ALL));

        assertOnly(Kind.CONTENT, "d4");
        assertThat(report.contents()).isEqualTo(30);
    }

    @Test
    void norIsASampleOfAPrimaryThatHasNotRefreshed() throws Exception {
        run.targetOf("d4").write("d4", null, word("d4"), "{\"n\":5}");
        AtomicInteger scans = new AtomicInteger();
        run.source(0).before(call -> {
            if (call.equals("forEachLive") && scans.incrementAndGet() == 2) {
                run.source(0).failOverUnrefreshed();
            }
        });

        verify(LAST);

        assertOnly(Kind.CONTENT, "d4");
    }

    @Test
    void bytesThatCannotBeHeldAgainstEachOtherAreNotCounted() throws Exception {
        run.targetOf("d4").drop("d4");
        run.targetOf("d6").drop("d6");
        run.targetOf("d6").write("d6", null, word("d8"), "{}");

        assertThat(verify(LAST.withContent(Content.ALL)).contents()).isEqualTo(28);
    }

    @Test
    void manyNumbersAreComparedInRounds() throws Exception {
        run.source(1).delete("d7");
        run.copy();
        run.targetOf("d4").drop("d4");
        run.targetOf("d5").drop("d5");
        run.target(1).write("theirs", null, 3, "{}");

        VerificationReport report = verify(LAST.withContent(Content.ALL), 1);

        assertThat(report.counts()).isEqualTo(Map.of(Kind.MISSING, 2L, Kind.EXTRA, 1L, Kind.FOREIGN, 1L));
        assertThat(report.sourceDocuments()).isEqualTo(29);
    }

    @Test
    void allDocumentsOfAShardThatChangedItsTermAreComparedByBytes() throws Exception {
        for (int i = 0; i < 3000; i++) {
            run.source(0).index("m" + i, "{\"m\":" + i + "}");
        }
        run.copy();
        run.targetOf("m777").write("m777", null, word("m777"), "{}");
        AtomicInteger found = new AtomicInteger();

        VerificationReport report = new Verification(
                        run.compared(), Set.of(0), run, run.sleeper(), 100_000, new Random(1))
                .run(LAST, _ -> found.incrementAndGet());

        assertThat(report.count(Kind.CONTENT)).isEqualTo(1);
        assertThat(report.contents()).isGreaterThanOrEqualTo(3015);
        assertThat(found.get()).isEqualTo(1);
    }

    @Test
    void aDocumentThatIsHiddenBetweenTwoQuestionsIsNotTakenForOneThatHasMovedOn() throws Exception {
        run.targetOf("d4").drop("d4");
        run.source(0).before(call -> {
            if (call.equals("named")) {
                run.source(0).drop("d4");
            }
        });
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(() -> verify(LAST)).hasMessage("hidden");
    }

    @Test
    void whatIsHiddenAndLackingInTheTargetIsNotEqual() {
        run.targetOf("d4").drop("d4");
        run.source(0).drop("d4");
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(() -> verify(LAST)).hasMessage("hidden");
    }

    @Test
    void aSampleIsOfSomeDocuments() throws Exception {
        for (int i = 0; i < 5000; i++) {
            run.source(0).index("m" + i, "{\"m\":" + i + "}");
        }
        run.copy();

        VerificationReport report = verify(LAST, 100_000);

        assertThat(report.contents()).isBetween(500L, 1100L);
    }
}
