package io.shardstream.control.cutover;

/// How many copies of an index's shards are at work, as its cluster says.
///
/// @param status `green`, `yellow` or `red`
/// @param active copies that are at work
/// @param initializing copies that are being built, or start
/// @param unassigned copies that are on no node
public record IndexHealth(String status, int active, int initializing, int unassigned) {
    static final String GREEN = "green";

    boolean isGreen() {
        return status.equals(GREEN);
    }

    /// What is missing, as the end of a sentence; empty if nothing is.
    String missing() {
        int missing = initializing + unassigned;
        return missing == 0
                ? ""
                : ": " + missing + " of the " + (active + missing) + " copies of its shards are missing ("
                        + initializing + " being built, " + unassigned + " not assigned to a node)";
    }
}
