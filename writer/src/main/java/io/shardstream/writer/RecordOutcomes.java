package io.shardstream.writer;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.log.About;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.lane.OutcomeProducer;

/// Gives records their outcome, a reject once it is stored.
final class RecordOutcomes {
    private final OutcomeProducer ledger;
    private final FailedRecords failed;
    private final FoldedLog log;

    RecordOutcomes(OutcomeProducer ledger, FailedRecords failed, FoldedLog log) {
        this.ledger = ledger;
        this.failed = failed;
        this.log = log;
    }

    /// The target has it, or something newer.
    ///
    /// @param outcome another than rejected
    void taken(Entry entry, NodeTraffic from, FinalOutcome outcome) {
        failed.taken(entry);
        finish(entry, from, outcome);
    }

    private static void finish(Entry entry, NodeTraffic from, FinalOutcome outcome) {
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
                finish(entry, from, FinalOutcome.REJECTED);
            }
        });
    }

    static About about(Lane lane, NodeTraffic to) {
        return About.lane(lane.partition()).and(About.node(to.node()));
    }
}
