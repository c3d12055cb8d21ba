package io.shardstream.control.console.ledger;

/// What the ledger says of a lane, or of several together.
///
/// @param tally what became of the records that it has counted
/// @param isComplete whether that is all of which an outcome is known or was committed at an earlier look:
///     else it waits for some, which may still come, or are lost
public record Accounted(OutcomeTally tally, boolean isComplete) {
    static final Accounted NOTHING = new Accounted(OutcomeTally.NONE, true);

    Accounted plus(Accounted other) {
        return new Accounted(tally.plus(other.tally), isComplete && other.isComplete);
    }

    /// Whether every record is one of those that were applied, superseded or rejected.
    public boolean isExact() {
        return isComplete && tally.unaccounted() == 0;
    }
}
