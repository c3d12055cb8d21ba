package io.shardstream.common.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/// What writers commit for a lane: the offset below which every record has its outcome. It carries a mark, since
/// somebody may set a group's offsets by hand (`kafka-consumer-groups --reset-offsets` leaves its metadata empty): what
/// no writer has said counts for nothing, and the lane is written again from its start, which changes no document.
public final class WrittenOffset {
    private static final String MARK = "written";

    private WrittenOffset() {}

    /// To be committed.
    ///
    /// @param offset below which every record has its outcome
    /// @param epoch of the leader that wrote the last of them
    public static OffsetAndMetadata of(long offset, Optional<Integer> epoch) {
        return new OffsetAndMetadata(offset, epoch, MARK);
    }

    /// The offset below which every record has its outcome, 0 if no writer has committed one.
    ///
    /// @param committed what the group has committed
    public static long read(@Nullable OffsetAndMetadata committed) {
        return committed != null && isOfWriter(committed) ? committed.offset() : 0;
    }

    /// Whether a writer has committed it.
    public static boolean isOfWriter(@Nullable OffsetAndMetadata committed) {
        return committed != null && committed.metadata().equals(MARK);
    }
}
