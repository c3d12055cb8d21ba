package io.shardstream.writer.answer;

import io.shardstream.writer.limit.Pressure;
import java.util.List;

/// What the target's answer means for one bulk.
public sealed interface BulkAnswer {
    /// Each document has its own answer.
    ///
    /// @param items in the order of the documents
    /// @param tookMillis how long the target says it worked
    /// @param node who answered
    record Items(List<ItemAnswer> items, long tookMillis, String node) implements BulkAnswer {
        public Items {
            items = List.copyOf(items);
        }
    }

    /// Nothing is known of any document, or none was taken: the bulk is sent again, in halves if that goes on.
    record Again(Pressure pressure, String reason) implements BulkAnswer {
        /// Nothing came back, or nothing that says more.
        public Again(String reason) {
            this(Pressure.UNANSWERED, reason);
        }
    }

    /// The target failed at the request with an error of its own, or something in front of it does not let the
    /// request pass, perhaps because of a document in it.
    /// Nothing is known of any document.
    ///
    /// @param reason its own words, in which it may quote a document
    /// @param said the same for a log
    record Failed(String type, String reason, String said) implements BulkAnswer {}

    /// The target will not take a request of this size.
    ///
    /// @param isCertain whether the server itself says so in its own words; if not, whatever stands in front
    ///     of it may have a limit for a while that the target does not have
    record TooLarge(String reason, boolean isCertain) implements BulkAnswer {}

    /// The target could not make sense of the request: of a document in it, or of the request as such.
    record BadRequest(String type, String reason) implements BulkAnswer {}

    /// Nothing can be written as things are.
    record Stop(StopCause cause, String reason) implements BulkAnswer {}
}
