package io.shardstream.control.run.equality;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.index.cluster.GivenUpException;
import java.util.Optional;

/// How many documents production may lack or serve in an older state after a cut-over, because the target has
/// refused them. Documents are counted, as a comparison finds them, and not refused states: what the source
/// has written again since, and the target has taken, is no loss.
///
/// @param most so many documents are accepted
/// @param isSourceDeleted whether the cut-over deletes the only index that may hold them: then none is
///     accepted
public record RejectConsent(long most, boolean isSourceDeleted) {
    /// The option of a cut-over or release that names the number. There is none that accepts whatever there
    /// is: nobody would look.
    static final String OPTION = "accept-rejects";

    public static RejectConsent of(Request request) {
        return new RejectConsent(Long.parseLong(request.options().getOrDefault(OPTION, "0")), false);
    }

    /// The same for a cut-over.
    public static RejectConsent of(Request request, ReplaceIndex replace) {
        return replace == ReplaceIndex.WITHOUT_WAY_BACK ? new RejectConsent(0, true) : of(request);
    }

    /// Why production must not be moved, as a part of a sentence; empty if all rejects that were found are
    /// accepted.
    public Optional<String> refusal(VerificationReport report) {
        if (report.rejects() <= most) {
            return Optional.empty();
        }
        return Optional.of("the target has refused " + NumberText.of(report.rejects(), "document") + ": "
                + NumberText.of(report.count(Kind.REJECTED), "is missing", "are missing") + " in it"
                + some(report, Kind.REJECTED)
                + ", and of "
                + NumberText.count(report.count(Kind.STALE_BY_REJECT)) + " it has an older state"
                + some(report, Kind.STALE_BY_REJECT)
                + (most == 0 ? "" : ", and " + NumberText.of(most, "was", "were") + " accepted"));
    }

    /// Why the way back must not be given up, as a part of a sentence; empty if all that are open are
    /// accepted. Until then a rollback leads to an index that has them as they were.
    public Optional<String> refusal(RejectedDocuments rejected) {
        if (rejected.count() <= most) {
            return Optional.empty();
        }
        return Optional.of(rejected.what()
                + (most == 0 ? "" : ", and " + NumberText.of(most, "was", "were") + " accepted")
                + (rejected.kept() == RejectedDocuments.Kept.NONE
                        ? ". 'rollback'"
                        : ". 'rejects list' says why, and 'rollback'")
                + " leads to an index that has " + (rejected.count() == 1 ? "it" : "them") + ". --accept-rejects "
                + rejected.count() + " gives that up all the same.");
    }

    private static String some(VerificationReport report, Kind kind) {
        String some = report.firstIds(kind);
        return some.isEmpty() ? "" : " (" + some + ")";
    }

    /// What to do about a refusal, as sentences.
    public String remedy(VerificationReport report) {
        return isSourceDeleted
                ? "cutover.replace-index: without-way-back deletes the index that holds them, which nobody can accept."
                        + " Publish them again with 'rejects replay', or set cutover.replace-index to true, which keeps a"
                        + " copy of the index."
                : "'rejects list' says why they were refused, and 'verify' lists them. --accept-rejects "
                        + report.rejects() + " goes on all the same.";
    }

    /// @throws GivenUpException if not all rejects that were found are accepted
    public void require(VerificationReport report) {
        refusal(report).ifPresent(why -> {
            throw new GivenUpException(why + ". " + remedy(report));
        });
    }
}
