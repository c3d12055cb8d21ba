package io.shardstream.ittests.faults;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.Servers;

/// A moment in the work of a reader or a writer, some way into the copy.
enum Moment {
    /// The source has answered a search, and the reader has not seen it.
    SEARCH_ANSWERED,
    /// The reader has sent records, and Kafka has not got them.
    RECORDS_SENT,
    /// Kafka has the records, and the reader does not know.
    RECORDS_TAKEN,
    /// The reader has sent a checkpoint, and Kafka has not got it: its transaction has not begun.
    CHECKPOINT_SENT,
    /// The records are acknowledged, and the checkpoint about them is not written.
    CHECKPOINT_DUE,
    /// The checkpoint is written, and the reader does not know.
    CHECKPOINT_WRITTEN,
    /// The writer has sent a bulk, and the target has not got it.
    BULK_SENT,
    /// The target has carried a bulk out, and the writer does not know.
    BULK_DONE,
    /// Outcomes were sent, and Kafka has not got them.
    OUTCOMES_SENT,
    /// The bulk is acknowledged, and the offsets are not committed.
    COMMIT_DUE,
    /// The offsets are committed, and the writer does not know.
    COMMIT_DONE;

    /// Holds the next bulk that is sent, or the next answer to one.
    static HoldPoint nextBulk(Direction direction) {
        return elastic(direction, "_bulk", 1);
    }

    /// Holds whoever reaches it first from now on.
    HoldPoint in(CopyRun run) {
        return switch (this) {
            case SEARCH_ANSWERED -> elastic(Direction.ANSWER, "POST /" + run.source() + "/_search", 5);
            case RECORDS_SENT -> kafka(Direction.REQUEST, "PRODUCE shardstream-reader-docs", 4);
            case RECORDS_TAKEN -> kafka(Direction.ANSWER, "PRODUCE shardstream-reader-docs", 4);
            case CHECKPOINT_SENT -> kafka(Direction.REQUEST, "PRODUCE shardstream-reader-slice", 4);
            case CHECKPOINT_DUE -> kafka(Direction.REQUEST, "END_TXN shardstream-reader-slice", 4);
            case CHECKPOINT_WRITTEN -> kafka(Direction.ANSWER, "END_TXN shardstream-reader-slice", 4);
            case BULK_SENT -> elastic(Direction.REQUEST, "_bulk", 5);
            case BULK_DONE -> elastic(Direction.ANSWER, "_bulk", 5);
            case OUTCOMES_SENT -> kafka(Direction.REQUEST, "PRODUCE shardstream-writer", 1);
            case COMMIT_DUE -> kafka(Direction.REQUEST, "OFFSET_COMMIT shardstream-writer", 1);
            case COMMIT_DONE -> kafka(Direction.ANSWER, "OFFSET_COMMIT shardstream-writer", 1);
        };
    }

    /// Tells when the next commit of a writer has been confirmed.
    static HoldPoint nextCommit() {
        return Servers.kafka()
                .proxy()
                .watch(Direction.ANSWER, exchange -> exchange.startsWith("OFFSET_COMMIT shardstream-writer"), 1);
    }

    private static HoldPoint elastic(Direction direction, String part, int number) {
        return Servers.cluster().hold(direction, exchange -> exchange.contains(part), number);
    }

    private static HoldPoint kafka(Direction direction, String start, int number) {
        return Servers.kafka().proxy().hold(direction, exchange -> exchange.startsWith(start), number);
    }
}
