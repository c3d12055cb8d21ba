package io.shardstream.control.compare.verify;

import static io.shardstream.control.compare.verify.VerificationFixture.LAST;
import static io.shardstream.control.compare.verify.VerificationFixture.ONLINE;
import static io.shardstream.control.compare.verify.VerificationFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a verification calls a difference, and of which kind.
class VerificationTest {
    private final VerificationFixture fixture = new VerificationFixture();
    private final MemoryRun run = fixture.run;
    private final List<DocumentDifference> told = fixture.told;

    @Test
    void shardsThatAreAskedSideBySideSayTheSame() throws Exception {
        run.source(0).delete("d4");
        run.source(1).index("d7", "{\"new\":1}");
        run.copy();
        run.targetOf("d9").drop("d9");
        run.target(0).write("foreign", null, 5, "{}");
        VerificationReport oneByOne = fixture.verify(LAST.withContent(Content.ALL));
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
        VerificationReport report = fixture.verify(LAST.withContent(Content.ALL));

        assertThat(report.counts()).isEmpty();
        assertThat(report.sourceDocuments()).isEqualTo(30);
        assertThat(report.targetWords()).isEqualTo(30);
        assertThat(report.contents()).isEqualTo(30);
        assertThat(report.checkpoints()).isEqualTo(Map.of(0, 14L, 1, 14L));
    }

    @Test
    void whatWasComparedWithACopyThatWasCutOffIsNoLastComparison() throws Exception {
        run.target(0).cutOff();
        assertThat(fixture.verify(ONLINE).isClean()).isTrue();
        assertThatThrownBy(() -> fixture.verify(LAST))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessage("A copy of shard 0 of the target index cities-v2 said that it was the primary, and the"
                        + " cluster has another one: what was compared with it does not count");
        run.target(0).failOver("h");
        run.target(1).move();
        assertThat(fixture.verify(LAST).isClean()).isTrue();
    }

    @Test
    void aDroppedDocumentIsMissing() throws Exception {
        run.targetOf("d4").drop("d4");

        assertThat(fixture.verify(LAST).differences()).isEqualTo(1);

        fixture.assertOnly(Kind.MISSING, "d4");
        assertThat(told.getFirst().sourceVersion()).isEqualTo(run.word(0, 2));
        fixture.assertRepaired("d4");
    }

    @Test
    void aDocumentThatWasBroughtBackIsExtra() throws Exception {
        long word = fixture.word("d4");
        run.source(0).delete("d4");
        run.copy();
        run.targetOf("d4").forgetTombstones();
        run.targetOf("d4").write("d4", null, word, "{}");

        fixture.verify(LAST);

        fixture.assertOnly(Kind.EXTRA, "d4");
        fixture.assertRepaired("d4");
        assertThat(run.copied()).doesNotContainKey("d4");
    }

    @Test
    void anOlderStateIsStale() throws Exception {
        long word = fixture.word("d4");
        run.source(0).index("d4", "{\"n\":44}");
        run.copy();
        run.targetOf("d4").drop("d4");
        run.targetOf("d4").write("d4", null, word, "{\"n\":4}");

        fixture.verify(LAST);

        fixture.assertOnly(Kind.STALE, "d4");
        assertThat(told.getFirst().targetVersion()).isEqualTo(word);
        fixture.assertRepaired("d4");
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

        VerificationReport report = fixture.verify(LAST);

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

        VerificationReport report = fixture.verify(ONLINE);

        assertThat(report.isClean()).as(told::toString).isTrue();
        assertThat(report.rejects()).isEqualTo(2);
    }

    @Test
    void aForeignVersionIsReportedAndNeverTouched() throws Exception {
        run.target(1).write("theirs", null, 3, "{}");

        fixture.verify(LAST.withRepair(true));

        fixture.assertOnly(Kind.FOREIGN, "theirs");
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
        run.targetOf("d4").write("d4", null, fixture.word("d4") + 1000, "{}");

        fixture.verify(LAST);

        fixture.assertOnly(Kind.AHEAD, "d4");
    }

    @Test
    void aFlippedByteIsFound() throws Exception {
        run.targetOf("d4").write("d4", null, fixture.word("d4"), "{\"n\":5}");

        fixture.verify(LAST.withContent(Content.ALL));

        fixture.assertOnly(Kind.CONTENT, "d4");
        fixture.assertRepaired("d4");
        assertThat(run.copied()).containsEntry("d4", "{\"n\":4}");
    }

    @Test
    void documentsThatAreTooLargeToBeComparedAreNeverEqual() throws Exception {
        run.source(0).index("large", "{\"n\":1000000}");
        run.copy();
        run.source(0).readUpTo(10);
        fixture.verify(LAST.withContent(Content.ALL));
        fixture.assertOnly(Kind.NOT_COMPARED, "large");

        run.source(0).readUpTo(100);
        run.targetOf("large").readUpTo(10);
        fixture.verify(LAST.withContent(Content.ALL));
        fixture.assertOnly(Kind.NOT_COMPARED, "large");
    }

    @Test
    void documentsThatAServerCannotReturnAreNeverEqual() throws Exception {
        run.targetOf("d4").refuseToReturn("d4");
        run.source(0).refuseToReturn("d6");
        VerificationReport report = fixture.verify(LAST.withContent(Content.ALL));
        fixture.assertOnly(Kind.NOT_COMPARED, "d4", "d6");
        assertThat(report.contents()).isEqualTo(28);
        assertThat(report.isClean()).isFalse();
    }

    @Test
    void twoExchangedBodiesAreFound() throws Exception {
        run.targetOf("d4").write("d4", null, fixture.word("d4"), "{\"n\":6}");
        run.targetOf("d6").write("d6", null, fixture.word("d6"), "{\"n\":4}");

        fixture.verify(LAST.withContent(Content.ALL));

        fixture.assertOnly(Kind.CONTENT, "d4", "d6");
        fixture.assertRepaired("d4", "d6");
    }

    @Test
    void twoExchangedNumbersAreFoundAlthoughTheSetsAreEqual() throws Exception {
        long fourth = fixture.word("d4");
        long sixth = fixture.word("d6");
        run.targetOf("d4").drop("d4");
        run.targetOf("d6").drop("d6");
        run.targetOf("d4").write("d4", null, sixth, "{\"n\":4}");
        run.targetOf("d6").write("d6", null, fourth, "{\"n\":6}");

        VerificationReport report = fixture.verify(LAST.withContent(Content.ALL));

        assertThat(report.count(Kind.AHEAD)).isEqualTo(1);
        assertThat(report.count(Kind.STALE)).isEqualTo(1);
    }

    @Test
    void lineFeedsAreWhatABulkMakesOfThem() throws Exception {
        run.source(0).index("pretty", "{\n  \"n\": 1 /* one */\n}");
        run.copy();
        run.targetOf("pretty").write("pretty", null, fixture.word("pretty"), "{   \"n\": 1   }");

        assertThat(fixture.verify(LAST.withContent(Content.ALL)).counts()).isEmpty();

        run.targetOf("pretty").write("pretty", null, fixture.word("pretty"), "{   \"n\": 2   }");
        fixture.verify(LAST.withContent(Content.ALL));
        fixture.assertOnly(Kind.CONTENT, "pretty");
    }

    @Test
    void aCarriageReturnAtTheVeryEndIsNotKeptByABulk() throws Exception {
        run.source(0).index("dos", "{\"n\": 1}\r");
        run.copy();
        run.targetOf("dos").write("dos", null, fixture.word("dos"), "{\"n\": 1}");

        assertThat(fixture.verify(LAST.withContent(Content.ALL)).counts()).isEmpty();
    }

    @Test
    void documentsWithEqualNumbersAreCountedAndToldApart() throws Exception {
        for (String id : List.of("x", "y", "z")) {
            run.source(0).indexAt(50, id, null, "{}");
        }
        run.copy();
        assertThat(fixture.verify(LAST.withContent(Content.ALL)).counts()).isEmpty();
        run.targetOf("y").drop("y");

        fixture.verify(LAST);

        fixture.assertOnly(Kind.MISSING, "y");
        fixture.assertRepaired("y");
    }
}
