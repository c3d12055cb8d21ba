package io.shardstream.ittests.simulation.rule;

import io.shardstream.common.record.DocRecord;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkSender;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// Sends bulks otherwise than it is asked to, or takes answers for something else than they are.
public final class BrokenSender implements BulkSender {
    private final BulkSender sender;
    private final Rule off;

    public BrokenSender(BulkSender sender, Rule off) {
        this.sender = sender;
        this.off = off;
    }

    @Override
    public void send(Bulk bulk, Consumer<BulkAnswer> answered, Consumer<Throwable> failed) {
        Bulk sent = off == Rule.VERSION_WORD
                ? new Bulk(bulk.entries().stream().map(BrokenSender::byOffset).toList(), bulk.attempt())
                : bulk;
        sender.send(
                sent,
                answer -> answered.accept(
                        off == Rule.UNKNOWN_REPEATED && answer instanceof BulkAnswer.Again
                                ? taken(bulk.entries().size())
                                : answer),
                failed);
    }

    /// The offset orders, not the version word.
    private static Entry byOffset(Entry entry) {
        DocRecord document = entry.document();
        return new Entry(
                entry.lane(),
                entry.offset(),
                new DocRecord(document.id(), document.routing(), entry.offset(), document.source()));
    }

    private static BulkAnswer taken(int documents) {
        List<ItemAnswer> items = Collections.nCopies(documents, new ItemAnswer.Applied());
        return new BulkAnswer.Items(items, 0, "");
    }
}
