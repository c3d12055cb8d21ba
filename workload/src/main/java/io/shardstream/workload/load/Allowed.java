package io.shardstream.workload.load;

/// The states that a document may be in. A state is the number of the operation that left it: as it is where the
/// document is there since, below 0 where it is deleted since; 0 where it never was.
///
/// @param known left by the last operation whose outcome is known
/// @param possible left by the operation whose outcome is unknown; the same as `known` where there is none
public record Allowed(long known, long possible) {
    /// Whether the document may be there as that operation left it.
    boolean allows(long operation) {
        return operation == known || operation == possible;
    }

    boolean allowsAbsence() {
        return known <= 0 || possible <= 0;
    }

    boolean isDoubtful() {
        return known != possible;
    }

    /// The last operation that may have happened.
    long last() {
        return Math.max(Math.abs(known), Math.abs(possible));
    }

    @Override
    public String toString() {
        return isDoubtful() ? state(known) + " or " + state(possible) : state(known);
    }

    private static String state(long state) {
        return state > 0 ? "operation " + state : state < 0 ? "deleted by operation " + -state : "never there";
    }
}
