package io.shardstream.writer;

import io.shardstream.common.log.About;
import io.shardstream.common.record.Reject;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.lane.Terminal;
import io.shardstream.writer.ledger.Ledger;

/// Gives records their outcome, a reject once it is stored.
final class RecordOutcomes {
    private final Ledger ledger;
    private final FailedRecords failed;
    private final FoldedLog log;

    RecordOutcomes(Ledger ledger, FailedRecords failed, FoldedLog log) {
        this.ledger = ledger;
        this.failed = failed;
        this.log = log;
    }

    /// The target has it, or something newer.
    ///
    /// @param outcome another than rejected
    void taken(Entry entry, NodeTraffic from, Terminal outcome) {
        failed.taken(entry);
        finish(entry, from, outcome);
    }

    private static void finish(Entry entry, NodeTraffic from, Terminal outcome) {
        entry.lane().finish(entry, outcome);
        from.counter().finished(outcome, entry.sourceBytes());
    }

    void reject(Entry entry, NodeTraffic from, String type, String reason) {
        Lane lane = entry.lane();
        if (lane.isClosed()) {
            return;
        }
        failed.forget(entry);
        log.warn("reject " + type, about(lane, from), "Lane " + lane.partition() + ": a document is rejected: " + type);
        lane.sent();
        ledger.reject(lane.partition(), new Reject(entry.document(), type, reason, entry.offset()), () -> {
            lane.cameBack();
            if (!lane.isClosed()) {
                finish(entry, from, Terminal.REJECTED);
            }
        });
    }

    static About about(Lane lane, NodeTraffic to) {
        return About.lane(lane.partition()).and(About.node(to.node()));
    }
}
