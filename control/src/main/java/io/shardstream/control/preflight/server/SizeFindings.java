package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.Optional;

/// Whether documents of the source are too large to be carried, by what is known of them.
public final class SizeFindings {
    /// Of a part of which none was found among n that were picked, there is at most 3/n, with a certainty of
    /// 95 % (the rule of three).
    private static final double NONE_AMONG = 3;

    private SizeFindings() {}

    /// @param field what `_size` says, where the source has it
    public static Finding of(long documents, Carried limit, Optional<SizeField> field, Seen seen) {
        if (field.isPresent() && field.get().beyond() > 0) {
            SizeField known = field.get();
            return Finding.warns(
                    FindingCode.DOCUMENTS_TOO_LARGE,
                    NumberText.of(known.beyond(), "document has", "documents have") + " more than "
                            + NumberText.bytes(limit.bytes())
                            + ", which is the most that can be carried, and would be rejected. The largest, '"
                            + known.largestId() + "', has " + NumberText.bytes(known.largest()) + ".",
                    limit.raise());
        }
        if (seen.passedOver() > 0 || seen.largest() > limit.bytes()) {
            return Finding.warns(FindingCode.DOCUMENTS_TOO_LARGE, tooLarge(limit, seen), limit.raise());
        }
        if (field.isPresent() && field.get().documents() >= documents) {
            return Finding.notes(
                    FindingCode.DOCUMENTS_FIT,
                    "The largest document has " + NumberText.bytes(field.get().largest()) + " (_size), and "
                            + NumberText.bytes(limit.bytes()) + " can be carried.",
                    "");
        }
        if (documents > 0 && seen.documents() >= documents) {
            return Finding.notes(
                    FindingCode.DOCUMENTS_FIT,
                    "All documents were read; the largest has " + NumberText.bytes(seen.largest()) + ", and "
                            + NumberText.bytes(limit.bytes()) + " can be carried.",
                    "");
        }
        if (seen.largest() > limit.bytes() / 2) {
            return Finding.warns(
                    FindingCode.DOCUMENTS_NEAR_LIMIT,
                    "The largest document of the sample, '" + seen.largestId() + "', has "
                            + NumberText.bytes(seen.largest()) + ", and " + NumberText.bytes(limit.bytes())
                            + " is the most that can be carried: larger ones that were not read would be rejected.",
                    limit.raise());
        }
        return Finding.unknown(
                FindingCode.DOCUMENT_SIZES_UNKNOWN,
                "whether documents have more than " + NumberText.bytes(limit.bytes())
                        + ", which is the most that can be carried. " + sampled(documents, seen));
    }

    private static String tooLarge(Carried limit, Seen seen) {
        String rest = ", and at most " + NumberText.bytes(limit.bytes()) + " can be carried: it becomes a reject.";
        return seen.largest() > limit.bytes()
                ? "Document '" + seen.largestId() + "' has " + NumberText.bytes(seen.largest()) + rest
                : NumberText.of(seen.passedOver(), "document is", "documents are")
                        + " too large to be read for a sample, of which at most "
                        + NumberText.bytes(limit.bytes()) + " can be carried.";
    }

    private static String sampled(long documents, Seen seen) {
        if (seen.documents() == 0) {
            return "None was read.";
        }
        long most = (long) Math.ceil(NONE_AMONG * documents / seen.documents());
        return "Of " + NumberText.of(documents, "document") + " " + NumberText.count(seen.documents())
                + " from all over the source were read, the largest of " + NumberText.bytes(seen.largest())
                + "; if the others are like them, fewer than " + NumberText.count(most)
                + " are larger than can be carried (with 95 % certainty). A mapping with _size would tell.";
    }
}
