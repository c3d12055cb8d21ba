package io.shardstream.writer;

import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.runfile.BulkScope;

/// How much a writer takes on at once.
///
/// @param bulkBytes a bulk of several documents is not longer than this; a document that is longer goes
///     alone
/// @param bulkScope whose records one bulk holds
/// @param bulksInFlight bulks under way to one data node at once, at most
/// @param maxBytes documents held in memory between Kafka and the target; bodies under way come on top
/// @param member of the writers' group, which shares the lanes
/// @param throttle how fast it may write until a command says otherwise
public record WriterSettings(
        long bulkBytes,
        BulkScope bulkScope,
        int bulksInFlight,
        long maxBytes,
        MemberSettings member,
        Throttle throttle) {
    public WriterSettings {
        if (bulkBytes < 1 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "bulk bytes and bytes held must be positive, got " + bulkBytes + " and " + maxBytes);
        }
        if (bulksInFlight < 1) {
            throw new IllegalArgumentException("bulks in flight must be at least 1, got " + bulksInFlight);
        }
    }
}
