package io.shardstream.common.group;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTail;
import io.shardstream.common.record.PrimaryNodes;
import io.shardstream.common.record.Side;
import java.util.function.Supplier;

/// Where the primaries of one side are, as the control topic last said. Used by one thread.
public final class KnownPrimaries implements Supplier<PrimaryNodes> {
    private final ControlTail control;
    private final String key;
    private ControlRecords read = ControlRecords.NONE;
    private PrimaryNodes primaries = PrimaryNodes.UNKNOWN;

    public KnownPrimaries(ControlTail control, Side side) {
        this.control = control;
        this.key = PrimaryNodes.key(side);
    }

    @Override
    public PrimaryNodes get() {
        ControlRecords latest = control.latest();
        if (latest != read) {
            read = latest;
            primaries = latest.of(key, PrimaryNodes::decode).orElse(PrimaryNodes.UNKNOWN);
        }
        return primaries;
    }
}
