package io.shardstream.control.ledger;

import io.shardstream.common.record.Outcome;
import java.nio.ByteBuffer;

/// What became of records.
///
/// @param applied those that the target took
/// @param superseded those for which the target already had something newer, or the same
/// @param rejected those that the target refused for good
/// @param unaccounted those that no outcome is known of: the outcomes topic has lost it, or it came out of order
/// @param bytes `_source` bytes of all but the unaccounted
public record Tally(long applied, long superseded, long rejected, long unaccounted, long bytes) {
    public static final Tally NONE = new Tally(0, 0, 0, 0, 0);

    static final int ENCODED = 5 * Long.BYTES;

    public Tally {
        if (applied < 0 || superseded < 0 || rejected < 0 || unaccounted < 0 || bytes < 0) {
            throw new IllegalArgumentException("counts must not be negative, got %d, %d, %d, %d and %d bytes"
                    .formatted(applied, superseded, rejected, unaccounted, bytes));
        }
    }

    static Tally of(Outcome outcome) {
        return new Tally(outcome.applied(), outcome.superseded(), outcome.rejected(), 0, outcome.bytes());
    }

    public Tally plus(Tally other) {
        return new Tally(
                applied + other.applied,
                superseded + other.superseded,
                rejected + other.rejected,
                unaccounted + other.unaccounted,
                bytes + other.bytes);
    }

    Tally withUnaccounted(long more) {
        return new Tally(applied, superseded, rejected, unaccounted + more, bytes);
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

    static Tally decode(ByteBuffer from) {
        return new Tally(from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }
}
