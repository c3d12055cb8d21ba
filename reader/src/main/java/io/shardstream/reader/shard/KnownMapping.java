package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.kafka.ControlRecords;
import java.util.Optional;
import java.util.function.Supplier;

/// What the control topic says of the source's mapping: up to which version the target has it. Used by the loop's
/// thread.
public final class KnownMapping {
    private final Supplier<ControlRecords> latest;
    private ControlRecords seen = ControlRecords.NONE;
    private Optional<CarriedMapping> carried = Optional.empty();

    /// @param latest what the topic said last; asked again each time
    public KnownMapping(Supplier<ControlRecords> latest) {
        this.latest = latest;
    }

    /// Whether the target's mapping follows the source's, so that somebody has to wait for it at all. Runs of an older
    /// format do not say so.
    boolean isFollowed() {
        return now().isPresent();
    }

    /// Whether the target has what the source's mapping had in this version.
    boolean has(long version) {
        return now().map(said -> said.hasMapping(version)).orElse(true);
    }

    private Optional<CarriedMapping> now() {
        ControlRecords records = latest.get();
        if (records != seen) {
            carried = records.of(CarriedMapping.KEY, CarriedMapping::decode);
            seen = records;
        }
        return carried;
    }
}
