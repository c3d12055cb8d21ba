package io.shardstream.common.contract.record;

import java.time.Instant;
import org.apache.kafka.common.Uuid;

/// What tells a run from every other one, whatever its name, its Kafka and its target are called: under the
/// key [#KEY] of the control topic, before the run touches its target. All that marks the target as the run's
/// has it in its name. A run that an older version has planned has no such record, and the id of its first
/// docs topic in its plan.
///
/// @param id letters, digits, `-` and `_`
/// @param since when it was drawn, to the millisecond
public record RunId(String id, Instant since) {
    /// The record's key in the control topic.
    public static final String KEY = "run_id";

    private static final int FORMAT = 1;

    public RunId {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("the id of a run must not be empty");
        }
    }

    /// One that no run has had.
    ///
    /// @param now to the millisecond
    public static RunId fresh(Instant now) {
        return new RunId(Uuid.randomUuid().toString(), now);
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT).put("id", id).put("since_ms", since.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static RunId decode(byte[] value) {
        return StrictObject.decode(
                "run id",
                FORMAT,
                value,
                object -> new RunId(object.textOf("id"), Instant.ofEpochMilli(object.longOf("since_ms"))));
    }
}
