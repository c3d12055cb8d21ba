package io.shardstream.writer.answer;

import io.shardstream.writer.limit.Pressure;

/// What the target's answer means for one document.
public sealed interface ItemAnswer {
    /// The target holds this state now, or deleted what was there.
    record Applied() implements ItemAnswer {}

    /// The target already has something newer. Final.
    record Superseded() implements ItemAnswer {}

    /// The document may have been written or not: it is sent again with the same version.
    ///
    /// @param why what the server said, without any part of the document
    record Again(Pressure pressure, String why) implements ItemAnswer {
        /// Of a server that says nothing about its load.
        public Again(String why) {
            this(Pressure.UNANSWERED, why);
        }
    }

    /// The target failed at this document with an error of its own, perhaps because of the document: it is
    /// sent again with the same version, and if it is to blame that never ends.
    ///
    /// @param reason the server's words, in which it may quote the document
    record Failed(String type, String reason) implements ItemAnswer {}

    /// The target will never take this document, unless [#mayPass].
    record Refused(String type, String reason) implements ItemAnswer {
        /// Whether the document may be taken when it is sent once more.
        public boolean mayPass() {
            return BadRequests.mayPass(type, reason);
        }
    }

    /// The target will not take it in so large a request.
    record TooLarge(String reason) implements ItemAnswer {}

    /// The document has nothing to do with it: nothing can be written as things are.
    record Stop(StopCause cause, String reason) implements ItemAnswer {}
}
