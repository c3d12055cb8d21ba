package io.shardstream.simulation.rule;

import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkSender;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// Takes every bulk that was not answered for written.
public final class HopefulSender implements BulkSender {
    private final BulkSender sender;

    public HopefulSender(BulkSender sender) {
        this.sender = sender;
    }

    @Override
    public void send(Bulk bulk, String node, Consumer<BulkAnswer> answered, Consumer<Throwable> failed) {
        sender.send(
                bulk,
                node,
                answer -> answered.accept(
                        answer instanceof BulkAnswer.Again
                                ? taken(bulk.entries().size())
                                : answer),
                failed);
    }

    private static BulkAnswer taken(int documents) {
        List<ItemAnswer> items = Collections.nCopies(documents, new ItemAnswer.Applied());
        return new BulkAnswer.Items(items, 0, "");
    }
}
