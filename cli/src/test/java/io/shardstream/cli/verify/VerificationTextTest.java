package io.shardstream.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.VerificationReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VerificationTextTest {
    private static final DocumentDifference MISSING = new DocumentDifference(
            Kind.MISSING, new DocumentKey(Bytes.utf8("a \"b\""), Bytes.utf8("r")), 1, 1_127_000_493_261_824L, -1);

    private static VerificationText text(Map<Kind, Long> counts) {
        return text(counts, 0);
    }

    private static VerificationText text(Map<Kind, Long> counts, long unjudged) {
        return text(counts, unjudged, OptionalLong.empty());
    }

    private static VerificationText text(Map<Kind, Long> counts, long unjudged, OptionalLong sinceSwap) {
        return text(counts, unjudged, 0, sinceSwap);
    }

    private static VerificationText text(Map<Kind, Long> counts, long unjudged, long unread, OptionalLong sinceSwap) {
        return new VerificationText(
                "cities",
                new VerificationReport(
                        Instant.EPOCH,
                        Instant.EPOCH.plusMillis(1500),
                        false,
                        Map.of(0, 9L),
                        10_000,
                        9_999,
                        100,
                        unjudged,
                        unread,
                        counts,
                        0,
                        counts.isEmpty() ? List.of() : List.of(MISSING)),
                sinceSwap,
                Optional.empty());
    }

    @Test
    void equalSidesAreSaidToBeEqual() {
        assertThat(text(Map.of()).table())
                .containsExactly(
                        "10,000 documents of the source, 9,999 version words of the target, 100 documents by their"
                                + " bytes, in 1.5 s",
                        "Source and target are equal.");
    }

    @Test
    void whatARunThatHasEndedHasNotReadIsNotCalledEqual() {
        VerificationText left = text(Map.of(), 0, 3, OptionalLong.empty());
        assertThat(left.table().getLast())
                .isEqualTo("Nothing differs of what this run has read. The source holds 3 documents that were written"
                        + " after what this run has read, and the target may lack that: the run has ended, and a new one,"
                        + " under another name, copies them.");
        assertThat(left.fields()).containsEntry("equal", false).containsEntry("unread", 3L);
        assertThat(text(Map.of(Kind.MISSING, 1L), 0, 3, OptionalLong.empty())
                        .table()
                        .getLast())
                .startsWith("Source and target differ in 1 document. The source holds 3 documents that");
    }

    @Test
    void sidesThatWereNotJudgedAsAWholeAreNotSaidToBeEqual() {
        VerificationText moving = text(Map.of(Kind.REJECTED, 2L), 1_200);

        assertThat(moving.table())
                .endsWith(
                        "Nothing differs of what was judged, less 2 rejected documents (2 missing, 0 stale); 1,200 documents of the target"
                                + " are newer than that.");
        assertThat(moving.fields()).containsEntry("equal", false).containsEntry("unjudged", 1_200L);
        assertThat(text(Map.of(), 0).fields()).containsEntry("equal", true);
    }

    @Test
    void whatProductionHasWrittenSinceTheSwapIsCounted() {
        VerificationText after = text(Map.of(), 12, OptionalLong.of(933));

        assertThat(after.table())
                .endsWith(
                        "Production has written 933 operations to the target since the swap: not judged.",
                        "Nothing differs of what was judged; 12 documents that production may have written since the"
                                + " swap are not judged.");
        assertThat(after.fields()).containsEntry("production_operations", 933L);
        assertThat(text(Map.of(), 0, OptionalLong.of(0)).table()).endsWith("Source and target are equal.");
    }

    @Test
    void whatIsExpectedIsListedAndIsNoDifference() {
        assertThat(text(Map.of(Kind.REJECTED, 2L, Kind.UNSWEPT, 1L)).table())
                .endsWith(
                        "rejected         2",
                        "unswept          1",
                        "Source and target are equal, less 2 rejected documents (2 missing, 0 stale), but for 1 that the next sweep"
                                + " deletes.");
    }

    @Test
    void differencesAreCountedByKind() {
        assertThat(text(Map.of(Kind.MISSING, 1L, Kind.CONTENT, 1_000L)).table())
                .endsWith(
                        "missing          1", "content          1,000", "Source and target differ in 1,001 documents.");
    }

    @Test
    void aDifferenceIsOneLine() {
        assertThat(DocumentLine.of(MISSING, OutputFormat.table)).isEqualTo("missing          a \"b\" (routing r)");
        assertThat(DocumentLine.of(MISSING, OutputFormat.json))
                .isEqualTo("{\"kind\":\"missing\",\"id\":\"a \\\"b\\\"\",\"routing\":\"r\",\"source_shard\":1,"
                        + "\"source_version\":1127000493261824}");
    }

    @Test
    void whatRepairingCannotMendIsToldWithWhatCan() {
        assertThat(text(Map.of(Kind.FOREIGN, 1L, Kind.UNSWEPT, 2L)).table())
                .anyMatch(line -> line.startsWith("foreign: not written by this run and never changed by it"))
                .noneMatch(line -> line.contains("delete it"))
                .noneMatch(line -> line.startsWith("unswept:"));
        assertThat(text(Map.of(Kind.COLLISION, 1L)).table())
                .anyMatch(line -> line.startsWith("collision: one id is, or was, under several routings."));
        assertThat(text(Map.of(Kind.MISSING, 1L)).table()).noneMatch(line -> line.startsWith("missing:"));
    }
}
