package io.shardstream.cli.verify;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.VerificationReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A verification's result in its forms.
///
/// @param run the run's name
/// @param sinceSwap operations that production has made in the target since the swap; empty if the run was not cut over
/// @param meaning what searches find, if that was compared too
record VerificationText(
        String run, VerificationReport report, OptionalLong sinceSwap, Optional<MeaningReport> meaning) {
    /// Lines for people about the documents; [MeaningText] has those about searches.
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("%s of the source, %s of the target, %s by their bytes, in %.1f s"
                .formatted(
                        NumberText.of(report.sourceDocuments(), "document"),
                        NumberText.of(report.targetWords(), "version word"),
                        NumberText.of(report.contents(), "document"),
                        millis() / 1000.0));
        List<Kind> found =
                Stream.of(Kind.values()).filter(kind -> report.count(kind) > 0).toList();
        found.forEach(kind -> lines.add("%-15s  %s".formatted(kind.label(), NumberText.count(report.count(kind)))));
        found.forEach(kind -> hint(kind).ifPresent(hint -> lines.add(kind.label() + ": " + hint)));
        if (report.repaired() > 0) {
            lines.add("%s published to repair what differed"
                    .formatted(NumberText.of(report.repaired(), "record was", "records were")));
        }
        if (sinceSwap.orElse(0) > 0) {
            lines.add("Production has written " + NumberText.of(sinceSwap.getAsLong(), "operation")
                    + " to the target since the swap: not judged.");
        }
        lines.add(verdict());
        return lines;
    }

    /// The same with what searches find.
    VerificationText with(MeaningReport searches) {
        return new VerificationText(run, report, sinceSwap, Optional.of(searches));
    }

    /// What to do about differences that are left.
    private Optional<String> hint(Kind kind) {
        return switch (kind) {
            case MISSING, STALE, EXTRA, CONTENT ->
                report.repaired() == 0
                        ? Optional.empty()
                        : Optional.of("although it was repaired, so somebody else wrote or deleted it in the target;"
                                + " writing it in the source mends it.");
            case FOREIGN ->
                Optional.of("not written by this run and never changed by it; find out who writes to the target, as"
                        + " production would find these documents after a cut-over.");
            case AHEAD ->
                Optional.of("the target has a newer version than what lives in the source, or remembers a newer delete:"
                        + " the source has lost what was read, as by a disk that was put back, or has counted anew"
                        + " after a delete (version.mode: source), or somebody else wrote it in the target. Neither a"
                        + " sweep nor --repair helps. With version.mode: source, write it in the source with a version"
                        + " above the target's; -o json shows that one, unless it is a delete's. Otherwise begin a new"
                        + " run with a new target: a document of this one changes only when its shard of the source"
                        + " has counted beyond what was lost, and it is written again.");
            case COLLISION ->
                Optional.of(
                        "one id is, or was, under several routings. The target keeps the state, or the delete, of the"
                                + " source shard with the higher number: neither --repair nor a new write in the source changes"
                                + " that. If the other documents of that id are deleted, 'verify --repair' works 12 hours after"
                                + " the delete, when the target has forgotten it (index.gc_deletes). Otherwise begin a new run"
                                + " whose target has as many shards as the source, or a multiple. A document that somebody else"
                                + " has deleted in the target looks the same: a new write in the source brings it back.");
            case NOT_COMPARED ->
                Optional.of("larger than docs.max-document, or its server cannot return it (status 500), so its bytes"
                        + " were not read. Compare it by other means. A server that cannot return a document fails at every"
                        + " search that finds it: write it to the source anew, with nothing before its first brace.");
            case REPLACED ->
                Optional.of(
                        "rejected, and published with other bytes by 'rejects replay'; 'rejects show' says by what.");
            case STALE_BY_REJECT, REJECTED, UNSWEPT -> Optional.empty();
        };
    }

    private String verdict() {
        String unread = report.unread() == 0
                ? ""
                : " The source holds " + NumberText.of(report.unread(), "document")
                        + " that were written after what this run has read, and the target may lack that: the run has ended,"
                        + " and a new one, under another name, copies them.";
        if (!report.isClean()) {
            return "Source and target differ in " + NumberText.of(report.differences(), "document") + "." + unread;
        }
        long unswept = report.count(Kind.UNSWEPT);
        String rejects = (report.rejects() == 0
                        ? ""
                        : ", less " + NumberText.of(report.rejects(), "rejected document") + " ("
                                + NumberText.count(report.count(Kind.REJECTED)) + " missing, "
                                + NumberText.count(report.count(Kind.STALE_BY_REJECT)) + " stale)")
                + (report.replaced() == 0
                        ? ""
                        : ", but for " + NumberText.count(report.replaced()) + " that were replaced on purpose")
                + (unswept == 0 ? "" : ", but for " + NumberText.count(unswept) + " that the next sweep deletes");
        if (report.unread() > 0) {
            return "Nothing differs of what this run has read" + rejects + "." + unread;
        }
        return report.isEqual()
                ? "Source and target are equal" + rejects + "."
                : "Nothing differs of what was judged" + rejects + "; " + NumberText.of(report.unjudged(), "document")
                        + (sinceSwap.orElse(0) > 0
                                ? " that production may have written since the swap "
                                : " of the target ")
                        + (report.unjudged() == 1 ? "is" : "are")
                        + (sinceSwap.orElse(0) > 0 ? " not judged." : " newer than that.");
    }

    /// The same for machines.
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run);
        fields.put("final", report.isFinal());
        fields.put("equal", report.isEqual());
        fields.put("started", report.started().toString());
        fields.put("ended", report.ended().toString());
        fields.put("source_documents", report.sourceDocuments());
        fields.put("target_words", report.targetWords());
        fields.put("contents", report.contents());
        fields.put("unjudged", report.unjudged());
        fields.put("unread", report.unread());
        sinceSwap.ifPresent(operations -> fields.put("production_operations", operations));
        fields.put("differences", report.differences());
        fields.put("rejects", report.rejects());
        fields.put("replaced", report.replaced());
        fields.put("repaired", report.repaired());
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            counts.put(kind.label(), report.count(kind));
        }
        fields.put("counts", counts);
        fields.put("checkpoints", new TreeMap<>(report.checkpoints()).values());
        fields.put("first", report.first().stream().map(DocumentLine::fields).toList());
        meaning.ifPresent(found -> fields.put("meaning", new MeaningText(found).fields()));
        return fields;
    }

    private long millis() {
        return Duration.between(report.started(), report.ended()).toMillis();
    }
}
