package io.shardstream.workload.load;

/// One write to one document.
///
/// @param number counts all operations of a load; the first is 1
/// @param document its number; the first is 0
public record Operation(long number, int document, OperationKind kind) {
    public Operation {
        if (number < 1 || document < 0) {
            throw new IllegalArgumentException("operation " + number + " on document " + document);
        }
    }

    /// The state that it leaves behind, as [Allowed] counts states.
    long state() {
        return kind.leavesDocument() ? number : -number;
    }
}
