package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;

/// Takes documents with what they hold.
@FunctionalInterface
public interface DocumentBodies {
    /// @param source raw `_source` as the server returned it
    void accept(DocumentName name, Bytes source);

    /// Told of a document that is larger than the run allows, whose content is not read.
    default void tooLarge(DocumentName name) {}

    /// Told of a document that the server holds and cannot return: every search that would fails.
    default void unreturnable(DocumentName name) {}
}
