package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/// How fast both sides of a run may be searched, by what its control topic says meanwhile.
public final class ScanPaces implements Function<Side, ScanPace>, AutoCloseable {
    private final Map<Side, ControlTopicTail> tails = new EnumMap<>(Side.class);
    private final Map<Side, ScanPace> paces = new EnumMap<>(Side.class);

    /// @param topics of the run, in the generation that is scanned
    /// @param fromRunFile the limits until others are set
    public ScanPaces(KafkaConnection kafka, RunTopics topics, Throttle fromRunFile) {
        try (HalfMade made = new HalfMade()) {
            for (Side side : Side.values()) {
                ControlTopicTail tail = made.part(ControlTopicTail.of(kafka, topics));
                tails.put(side, tail);
                paces.put(side, new ScanPace(side, () -> latest(tail), fromRunFile, new SteadyClock(), Thread::sleep));
            }
            made.keep();
        }
    }

    private static ControlRecords latest(ControlTopicTail tail) {
        tail.poll();
        return tail.latest();
    }

    @Override
    public ScanPace apply(Side side) {
        ScanPace pace = paces.get(side);
        return pace == null ? ScanPace.NONE : pace;
    }

    /// Whether the limits of both sides let a scan begin now. One that does is held back for that long at
    /// most, and so is all that follows until this is asked again.
    public boolean mayBegin(Duration held) {
        boolean both = true;
        for (ScanPace pace : paces.values()) {
            both &= pace.mayBegin(held);
        }
        return both;
    }

    @Override
    public void close() {
        tails.values().forEach(ControlTopicTail::close);
    }
}
