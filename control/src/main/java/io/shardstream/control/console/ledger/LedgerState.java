package io.shardstream.control.console.ledger;

import java.util.Optional;

/// Whether a process has the ledger at hand.
public sealed interface LedgerState {
    /// Another process controls the run and keeps the ledger, or nobody does.
    record Elsewhere() implements LedgerState {}

    /// This process is to keep it, and reads what was summed up before, or waits for another one to leave all
    /// of it.
    ///
    /// @param after what failed before, so that it begins again; empty if nothing did
    record Restoring(String after) implements LedgerState {}

    /// This process keeps it.
    ///
    /// @param said what it says now
    record Kept(LedgerSums said) implements LedgerState {}

    /// This process cannot keep it, and does not try again until it takes the run over anew.
    ///
    /// @param why in words
    record Broken(String why) implements LedgerState {}

    /// What it says now, if it is kept here.
    default Optional<LedgerSums> sums() {
        return switch (this) {
            case Kept(LedgerSums said) -> Optional.of(said);
            case Elsewhere _, Restoring _, Broken _ -> Optional.empty();
        };
    }
}
