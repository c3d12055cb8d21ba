package io.shardstream.writer.send;

import io.shardstream.writer.answer.BulkAnswer;
import java.util.function.Consumer;

/// Sends bulks without making the caller wait.
public interface BulkSender {
    /// Sends a bulk once.
    ///
    /// @param node the name of the data node that it is for, empty if any will do as well
    /// @param answered is told what became of it, once, on any thread
    /// @param failed is told instead if sending broke in a way that nobody foresaw
    void send(Bulk bulk, String node, Consumer<BulkAnswer> answered, Consumer<Throwable> failed);
}
