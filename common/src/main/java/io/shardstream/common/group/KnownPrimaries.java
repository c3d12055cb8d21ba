package io.shardstream.common.group;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import java.util.function.Supplier;

/// Where the primaries of one side are, as the control topic last said. Used by one thread.
public final class KnownPrimaries implements Supplier<PrimaryNodes> {
    private final ControlTopicTail control;
    private final String key;
    private ControlRecords read = ControlRecords.NONE;
    private PrimaryNodes primaries = PrimaryNodes.UNKNOWN;

    public KnownPrimaries(ControlTopicTail control, Side side) {
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
