package io.shardstream.common.contract.record;

import java.util.Arrays;
import java.util.Locale;

/// Where a run can stand.
public enum Phase {
    /// Readers read what was there at the start, writers write it.
    BACKFILL,
    /// The target holds what was there at the start, and follows what is written to the source.
    CATCHING_UP,
    /// The source is being blocked, or is, and the target is about to take its place.
    CUTTING_OVER,
    /// There is nothing left to do: the copy is complete, or production has been switched over.
    COMPLETED,
    /// The run was given up, or rolled back.
    ABORTED,
    /// The run cannot go on for good.
    FAILED;

    /// Whether nothing is read or written any more.
    public boolean isEnd() {
        return switch (this) {
            case BACKFILL, CATCHING_UP, CUTTING_OVER -> false;
            case COMPLETED, ABORTED, FAILED -> true;
        };
    }

    /// The name that people see, such as `catching-up`.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @throws UnknownRecordException if no phase of this version is called so
    static Phase labelled(String label) {
        return Arrays.stream(values())
                .filter(phase -> phase.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new UnknownRecordException("phase is not known: " + label));
    }
}
