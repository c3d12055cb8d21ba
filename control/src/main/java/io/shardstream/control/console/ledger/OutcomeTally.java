package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.Outcome;
import java.nio.ByteBuffer;

/// What became of records.
///
/// @param applied those that the target took
/// @param superseded those for which the target already had something newer, or the same
/// @param rejected those that the target refused for good
/// @param unaccounted those that no outcome is known of: the outcomes topic has lost it, or it came out of
///     order
/// @param bytes `_source` bytes of all but the unaccounted
public record OutcomeTally(long applied, long superseded, long rejected, long unaccounted, long bytes) {
    public static final OutcomeTally NONE = new OutcomeTally(0, 0, 0, 0, 0);

    static final int ENCODED = 5 * Long.BYTES;

    public OutcomeTally {
        if (applied < 0 || superseded < 0 || rejected < 0 || unaccounted < 0 || bytes < 0) {
            throw new IllegalArgumentException("counts must not be negative, got %d, %d, %d, %d and %d bytes"
                    .formatted(applied, superseded, rejected, unaccounted, bytes));
        }
    }

    static OutcomeTally of(Outcome outcome) {
        return new OutcomeTally(outcome.applied(), outcome.superseded(), outcome.rejected(), 0, outcome.bytes());
    }

    public OutcomeTally plus(OutcomeTally other) {
        return new OutcomeTally(
                applied + other.applied,
                superseded + other.superseded,
                rejected + other.rejected,
                unaccounted + other.unaccounted,
                bytes + other.bytes);
    }

    OutcomeTally withUnaccounted(long more) {
        return new OutcomeTally(applied, superseded, rejected, unaccounted + more, bytes);
    }

    /// All of them.
    public long records() {
        return applied + superseded + rejected + unaccounted;
    }

    void encode(ByteBuffer to) {
        to.putLong(applied)
                .putLong(superseded)
                .putLong(rejected)
                .putLong(unaccounted)
                .putLong(bytes);
    }

    static OutcomeTally decode(ByteBuffer from) {
        return new OutcomeTally(from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }
}
