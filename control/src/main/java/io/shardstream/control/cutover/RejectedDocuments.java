package io.shardstream.control.cutover;

import io.shardstream.common.numbers.Numbers;
import io.shardstream.common.record.SignedOff;
import io.shardstream.control.controller.Term;

/// The documents that the target has rejected and has not taken since. The target does not hold them, and a comparison
/// does not count them as a difference. A record in the rejects topic has the bytes of a document, unless the document
/// is larger than `docs.max-document`: then only the source holds it, or the copy of the source.
///
/// @param count how many are open
record RejectedDocuments(long count) {
    /// Those that were open when the cut-over was signed off: nobody publishes any again after that.
    static RejectedDocuments signedOff(Term term) {
        return new RejectedDocuments(term.read(SignedOff.KEY, SignedOff::decode)
                .map(SignedOff::rejects)
                .orElse(0L));
    }

    boolean areThere() {
        return count > 0;
    }

    /// To be called before the only index that may hold them is deleted.
    ///
    /// @throws GivenUpException if there are any
    void requireNone() {
        if (areThere()) {
            throw new GivenUpException("the target rejected " + Numbers.of(count, "document")
                    + ", and cutover.replace-index: without-way-back deletes the index that holds them. Publish them"
                    + " again with 'rejects replay', or set cutover.replace-index to true, which keeps a copy of the"
                    + " index");
        }
    }

    /// @param index that holds them
    /// @return what to keep because of them, as a sentence; empty if there are none
    String toKeep(String index) {
        return areThere() ? "Keep " + index + " and the run's topics: " + missing() : "";
    }

    /// The same where no index is known to hold them.
    String toKeep() {
        return areThere() ? "Keep the run's topics: " + missing() : "";
    }

    private String missing() {
        return "the target rejected " + Numbers.of(count, "document")
                + " and does not hold them. 'rejects list' says why, and 'rejects show --body' prints one.";
    }
}
