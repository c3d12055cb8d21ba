package io.shardstream.reader.source;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.shard.page.Hit;

/// What becomes of a document that is read alone and cannot be had all the same.
///
/// @param maxDocumentBytes the largest document that is read
record LoneDocument(long maxDocumentBytes) {
    /// What a response holds beside the document: names, id, routing, and what a search says of itself.
    private static final int AROUND_A_DOCUMENT = 64 << 10;

    /// The longest response with one document.
    int maxResponse() {
        return (int) Math.min(Integer.MAX_VALUE - 8L, maxDocumentBytes + AROUND_A_DOCUMENT);
    }

    Unread tooLarge(Hit name) {
        String reason = "the document is larger than the limit of " + maxDocumentBytes + " bytes";
        return new Unread(name, Reject.TOO_LARGE, reason);
    }

    static Unread unreturnable(Hit name) {
        String reason = "the source itself cannot return this document: its server fails at every search for it";
        return new Unread(name, Reject.UNREADABLE_IN_SOURCE, reason);
    }
}
