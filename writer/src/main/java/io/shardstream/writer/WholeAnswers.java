package io.shardstream.writer;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.log.About;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import java.util.List;
import java.util.function.LongSupplier;

/// What becomes of a bulk to which one answer was given for all of its records, or none.
final class WholeAnswers {
    /// After so many failures a bulk is halved. One that was refused for want of memory earlier: a node
    /// counts more bytes than a request has, and takes the request piece by piece, so that the refusal of its
    /// last piece names the earlier ones as what the node is busy with.
    private static final int FOR_WANT_OF_MEMORY = 1;
    private static final int FOR_ANYTHING = 2;

    /// How often a record came back, alone or in the bulks that it was halved from, before it is named:
    /// seconds where it is refused, some minutes where nobody answers.
    private static final int OFTEN = 8;

    private final RecordOutcomes outcomes;
    private final FailedRecords failed;
    private final FoldedLog log;
    private final LongSupplier nanoTime;
    private boolean wasUnderstood;

    WholeAnswers(RecordOutcomes outcomes, FailedRecords failed, FoldedLog log, LongSupplier nanoTime) {
        this.outcomes = outcomes;
        this.failed = failed;
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /// The target has answered to each record of some bulk.
    void understood() {
        wasUnderstood = true;
    }

    /// None was taken for now, or nobody knows.
    void again(Bulk bulk, NodeTraffic from, Pressure pressure, String reason) {
        from.refused(pressure, nanoTime.getAsLong());
        if (bulk.entries().size() == 1 && bulk.failures() >= OFTEN && pressure != Pressure.BLOCK) {
            warnOfOne(bulk.entries().getFirst(), from, "is sent again, although it is alone in its bulk: " + reason);
        } else {
            log.warn("again " + from.node(), About.node(from.node()), "A bulk is sent again: " + reason);
        }
        smaller(bulk, from, pressure)
                .forEach(some -> from.sendAgain(some, pressure != Pressure.UNANSWERED, nanoTime.getAsLong()));
    }

    /// What is sent again of a bulk of which nothing was taken: from the third time on its halves, whatever
    /// was said. It may be the size that is in its way, of a target or a proxy that needs longer for it than
    /// anybody waits, or of a limit in words that nobody here knows. A block is nothing of that kind.
    List<Bulk> smaller(Bulk bulk, NodeTraffic from, Pressure pressure) {
        int patience = switch (pressure) {
            case MEMORY -> FOR_WANT_OF_MEMORY;
            case OVERLOAD, UNANSWERED -> FOR_ANYTHING;
            case BLOCK -> Integer.MAX_VALUE;
        };
        return bulk.entries().size() > 1 && bulk.failures() >= patience && from.mayHalve(bulk)
                ? bulk.halves()
                : List.of(bulk.again());
    }

    /// The target failed at the request as a whole, or something in front of it refused it, perhaps because
    /// of a document in it.
    void failed(Bulk bulk, NodeTraffic from, BulkAnswer.Failed answer) {
        boolean isToBlame = false;
        for (Entry entry : bulk.entries()) {
            isToBlame |= !entry.lane().isClosed() && failed.isToBlame(entry, answer.type(), false);
        }
        if (bulk.entries().size() == 1) {
            rejectOrSendAgain(bulk, from, isToBlame, answer.type(), answer.reason(), answer.said());
        } else if (isToBlame) {
            bulk.halves().forEach(half -> from.sendInTurn(half, nanoTime.getAsLong()));
        } else {
            again(bulk, from, Pressure.UNANSWERED, answer.said());
        }
    }

    /// @param bulk of one record
    /// @param said the reason for a log
    private void rejectOrSendAgain(
            Bulk bulk, NodeTraffic from, boolean isToBlame, String type, String reason, String said) {
        Entry one = bulk.entries().getFirst();
        if (isToBlame && failed.isAgainAlone(one)) {
            outcomes.reject(one, from, type, reason);
        } else {
            warnOfOne(one, from, "is sent again, and rejected if this goes on: " + said);
            from.sendAgain(bulk.again(), false, nanoTime.getAsLong());
        }
    }

    /// Something in front of the target has answered in its place; to this bulk only, perhaps, because of a
    /// document in it.
    void answeredInFront(Bulk bulk, NodeTraffic from) {
        if (bulk.entries().size() > 1) {
            from.refused(Pressure.UNANSWERED, nanoTime.getAsLong());
        }
        smaller(bulk, from, Pressure.UNANSWERED).forEach(some -> from.sendAgain(some, false, nanoTime.getAsLong()));
    }

    /// Where nobody of the target has said so, a limit may be in the way that something in front of it has
    /// for a while: one that a request of half of the size passes.
    void tooLarge(Bulk bulk, NodeTraffic from, BulkAnswer.TooLarge answer) {
        String reason = answer.reason();
        if (bulk.entries().size() == 1) {
            Entry entry = bulk.entries().getFirst();
            if (answer.isCertain()) {
                outcomes.reject(entry, from, Reject.TOO_LARGE, reason);
            } else {
                boolean isToBlame = !entry.lane().isClosed() && failed.isToBlame(entry, Reject.TOO_LARGE, true);
                rejectOrSendAgain(bulk, from, isToBlame, Reject.TOO_LARGE, reason, reason);
            }
            return;
        }
        from.tooLarge(bulk);
        log.warn(
                "too large",
                About.node(from.node()),
                "A bulk of " + bulk.bytes() + " bytes is too large for the target: " + reason);
        bulk.halves().forEach(half -> from.sendNow(half, nanoTime.getAsLong()));
    }

    /// The request as a whole was not understood. If others were, it may be because of a document in it, or
    /// of something in front of the target that spoils every request for a while, which others of its lane do
    /// not pass.
    ///
    /// @return whether it was dealt with; if not, the target understands no request
    boolean badRequest(Bulk bulk, NodeTraffic from, BulkAnswer.BadRequest bad) {
        boolean isToBlame = false;
        for (Entry entry : bulk.entries()) {
            isToBlame |= !entry.lane().isClosed() && failed.isToBlame(entry, bad.type(), false);
        }
        if (bulk.entries().size() > 1) {
            log.warn(
                    "bad request",
                    About.node(from.node()),
                    "A bulk is not understood and sent again in halves: " + bad.type());
            bulk.halves().forEach(half -> from.sendInTurn(half, nanoTime.getAsLong()));
        } else if (wasUnderstood) {
            rejectOrSendAgain(bulk, from, isToBlame, bad.type(), bad.reason(), bad.type());
        } else {
            return false;
        }
        return true;
    }

    /// The offset tells which document it is, and nothing of it.
    private void warnOfOne(Entry entry, NodeTraffic from, String what) {
        log.warn(
                "one of lane " + entry.lane().partition(),
                RecordOutcomes.about(entry.lane(), from),
                "Lane " + entry.lane().partition() + ": the document at offset " + entry.offset() + " " + what);
    }
}
