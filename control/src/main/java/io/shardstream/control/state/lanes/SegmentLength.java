package io.shardstream.control.state.lanes;

import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.TopicConfig;

/// How long a segment of a docs topic is whose start is taken away: so long that those which are being
/// written, one for each lane, hold a gibibyte together.
///
/// A broker keeps files and mapped memory for each segment, so there is a least length: with 32 MiB the 10
/// GiB that may wait for the writers are some hundred segments.
final class SegmentLength {
    private static final long TOGETHER = 1L << 30;
    private static final long LEAST = 32 << 20;
    /// Of Kafka (`log.segment.bytes`).
    private static final long STANDARD = 1L << 30;

    private SegmentLength() {}

    /// What makes segments as long as they are to be. Shorter ones are left alone, and so is a topic whose
    /// settings are not told.
    static Optional<AlterConfigOp> shorter(int lanes, Config settings) {
        OptionalLong wanted = wanted(lanes, settings);
        OptionalLong now = number(settings, TopicConfig.SEGMENT_BYTES_CONFIG);
        return wanted.isEmpty() || now.isEmpty() || now.getAsLong() <= wanted.getAsLong()
                ? Optional.empty()
                : Optional.of(change(Long.toString(wanted.getAsLong()), AlterConfigOp.OpType.SET));
    }

    /// What takes that back: they are as long as the brokers want them then. Where a person has set another
    /// length, that stays.
    static Optional<AlterConfigOp> longer(int lanes, Config settings) {
        ConfigEntry now = settings.get(TopicConfig.SEGMENT_BYTES_CONFIG);
        return now != null
                        && now.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG
                        && wanted(lanes, settings).equals(number(settings, TopicConfig.SEGMENT_BYTES_CONFIG))
                ? Optional.of(change("", AlterConfigOp.OpType.DELETE))
                : Optional.empty();
    }

    private static AlterConfigOp change(String value, AlterConfigOp.OpType how) {
        return new AlterConfigOp(new ConfigEntry(TopicConfig.SEGMENT_BYTES_CONFIG, value), how);
    }

    private static OptionalLong wanted(int lanes, Config settings) {
        OptionalLong message = number(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        return message.isEmpty() ? message : OptionalLong.of(of(lanes, message.getAsLong()));
    }

    private static OptionalLong number(Config settings, String name) {
        ConfigEntry entry = settings.get(name);
        String value = entry == null ? null : entry.value();
        return value != null && value.matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(value))
                : OptionalLong.empty();
    }

    /// @param maxMessage the topic's `max.message.bytes`, the most that one batch has: a segment must hold it
    static long of(int lanes, long maxMessage) {
        long wanted = Math.clamp(TOGETHER / Math.max(1, lanes), LEAST, STANDARD);
        return Math.clamp(2 * maxMessage, wanted, Integer.MAX_VALUE);
    }
}
