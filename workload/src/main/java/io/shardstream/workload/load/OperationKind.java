package io.shardstream.workload.load;

import java.util.Locale;

/// What an operation does to a document.
public enum OperationKind {
    /// Creates a document under an id that was never used.
    INSERT,
    /// Replaces a document that is there.
    UPDATE,
    /// Deletes a document that is there.
    DELETE,
    /// Creates a document again after its delete was acknowledged.
    RECREATE;

    /// The name in logs and options, such as `insert`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether the document is there after the operation.
    boolean leavesDocument() {
        return this != DELETE;
    }
}
