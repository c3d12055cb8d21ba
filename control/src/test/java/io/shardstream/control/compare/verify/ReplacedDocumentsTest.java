package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `d4` was rejected and published again with other bytes, which the target took.
class ReplacedDocumentsTest {
    private static final VerificationOptions SAMPLE = VerificationOptions.last(Duration.ofSeconds(30));
    private static final VerificationOptions ALL = SAMPLE.withContent(Content.ALL);
    private static final String SOURCE = "{\"n\":\"no number\"}";
    private static final String EDITED = "{\"n\":4}";

    private final MemoryRun run = new MemoryRun(2, 3);
    private final List<DocumentDifference> told = new ArrayList<>();
    private long word;

    @BeforeEach
    void replaceOne() {
        for (int i = 0; i < 30; i++) {
            run.source(i % 2).index("d" + i, i == 4 ? SOURCE : "{\"n\":" + i + "}");
        }
        run.copy();
        word = run.targetOf("d4").version("d4");
        run.targetOf("d4").drop("d4");
        run.reject(new Reject(document(SOURCE), "mapper", "no number", 4));
        publish(EDITED);
    }

    private DocRecord document(String body) {
        return new DocRecord(Bytes.utf8("d4"), null, word, Bytes.utf8(body));
    }

    private void publish(String body) {
        run.note(List.of(new Replacement(document(body), "an edited file")));
        long offset = run.publish(List.of(document(body))).getFirst();
        run.note(List.of(new Replayed(document(body), offset)));
    }

    private VerificationReport verify(VerificationOptions options) throws Exception {
        told.clear();
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(options, told::add);
    }

    @Test
    void otherBytesThatWerePublishedOnPurposeAreListedAndNoDifference() throws Exception {
        for (VerificationOptions options : List.of(SAMPLE, ALL)) {
            VerificationReport report = verify(options.withRepair(true));
            assertThat(report.isEqual()).isTrue();
            assertThat(report.replaced()).isEqualTo(1);
            assertThat(report.repaired()).isZero();
            assertThat(told).extracting(DocumentDifference::kind).containsExactly(Kind.REPLACED);
        }
        assertThat(run.copied()).containsEntry("d4", EDITED);
    }

    @Test
    void whateverTheSampleIsReplacedDocumentsAreInIt() throws Exception {
        for (int i = 30; i < 6000; i++) {
            run.source(0).index(i == 3000 ? "d4" : "d" + i, i == 3000 ? SOURCE : "{}");
        }
        run.copy();
        word = run.targetOf("d4").version("d4");
        publish(EDITED);
        for (int seed = 1; seed <= 5; seed++) {
            VerificationReport report = new Verification(
                            run.compared(), Set.of(), run, run.sleeper(), 1_000_000, new Random(seed))
                    .run(SAMPLE, told::add);
            assertThat(report.contents()).isLessThan(4000);
            assertThat(report.replaced()).isEqualTo(1);
            assertThat(report.isClean()).isTrue();
        }
    }

    @Test
    void otherBytesThanThoseAreADifferenceAndRepairedByThoseAndNotByTheSources() throws Exception {
        run.targetOf("d4").write("d4", null, word, "{\"n\":5}");

        assertThat(verify(SAMPLE).count(Kind.CONTENT)).isEqualTo(1);

        VerificationReport report = verify(SAMPLE.withRepair(true));
        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isEqualTo(1);
        assertThat(run.copied()).containsEntry("d4", EDITED);
    }

    @Test
    void oneThatTheTargetHasLostIsMissingAndComesBackAsItWasPublishedLast() throws Exception {
        publish("{\"n\":6}");
        run.targetOf("d4").drop("d4");

        assertThat(verify(SAMPLE).count(Kind.MISSING)).isEqualTo(1);

        assertThat(verify(SAMPLE.withRepair(true)).isClean()).isTrue();
        assertThat(run.copied()).containsEntry("d4", "{\"n\":6}");
    }

    /// It was rejected for being too large, and an operator has published a smaller one.
    @Test
    void oneWhoseStateInTheSourceIsTooLargeComesBackAsItWasPublished() throws Exception {
        run.source(0).readUpTo(SOURCE.length() - 1);
        run.targetOf("d4").drop("d4");

        isBroughtBack();
    }

    @Test
    void oneThatTheSourceCannotReturnComesBackAsItWasPublished() throws Exception {
        run.source(0).refuseToReturn("d4");
        run.targetOf("d4").drop("d4");

        isBroughtBack();
    }

    private void isBroughtBack() throws Exception {
        int noted = run.noted().size();

        VerificationReport report = verify(SAMPLE.withRepair(true));

        assertThat(run.copied()).containsEntry("d4", EDITED);
        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isEqualTo(1);
        assertThat(run.noted()).hasSize(noted);
    }

    /// Their bytes lie among those of all rejects, which may be gigabytes.
    @Test
    void rejectsAreReadFromTheirStartOnceForAllReplacedDocumentsThatAreRepaired() throws Exception {
        for (int i = 30; i < 3000; i++) {
            run.source(0).index("d" + i, "{}");
        }
        run.copy();
        for (int i = 30; i < 3000; i++) {
            long version = run.targetOf("d" + i).version("d" + i);
            DocRecord edited = new DocRecord(Bytes.utf8("d" + i), null, version, Bytes.utf8(EDITED));
            run.note(List.of(new Replacement(edited, "an edited file")));
            run.targetOf("d" + i).drop("d" + i);
        }

        VerificationReport report = verify(SAMPLE.withRepair(true));

        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isEqualTo(2970);
        assertThat(run.copied()).containsEntry("d2999", EDITED);
        assertThat(run.rejectsReadWhole()).isEqualTo(1);
    }

    @Test
    void theSourcesOwnBytesAreNoDifferenceEither() throws Exception {
        run.targetOf("d4").write("d4", null, word, SOURCE);
        VerificationReport report = verify(ALL);
        assertThat(report.counts()).isEmpty();
    }

    @Test
    void aNewerStateOfTheSourceIsWantedAndNotTheReplacement() throws Exception {
        run.source(0).index("d4", "{\"n\":44}");
        run.stopWriters();
        run.copy();
        run.skipToEnd();

        assertThat(verify(ALL).count(Kind.STALE)).isEqualTo(1);

        run.startWriters();
        assertThat(verify(ALL.withRepair(true)).isClean()).isTrue();
        assertThat(run.copied()).containsEntry("d4", "{\"n\":44}");
    }

    @Test
    void oneThatWasRejectedAgainIsAReject() throws Exception {
        run.targetOf("d4").drop("d4");
        run.reject(new Reject(document(EDITED), "mapper", "still none", run.records()));
        VerificationReport report = verify(ALL);
        assertThat(report.isClean()).isTrue();
        assertThat(report.count(Kind.REJECTED)).isEqualTo(1);
    }
}
