package io.shardstream.writer.send;

import io.shardstream.common.elastic.Reply;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;

/// An answer that another server than a node of the target may have given, which has the node's address by
/// now: it does not let us in, knows no such alias, or says nothing that such a server says.
final class StrangeAnswer {
    private StrangeAnswer() {}

    /// @param answer what the reply was taken for
    static boolean is(BulkAnswer answer, Reply reply) {
        return switch (answer) {
            case BulkAnswer.Stop(StopCause cause, String _) -> isOf(cause);
            case BulkAnswer.Items items ->
                items.items().stream()
                        .anyMatch(item -> item instanceof ItemAnswer.Stop(StopCause cause, String _) && isOf(cause));
            case BulkAnswer.Again _ -> reply.errorType().isEmpty();
            case BulkAnswer.Failed _, BulkAnswer.TooLarge _, BulkAnswer.BadRequest _ -> false;
        };
    }

    private static boolean isOf(StopCause cause) {
        return switch (cause) {
            case CREDENTIALS, NOT_THE_TARGET, NO_TARGET -> true;
            case CLOSED, CERTIFICATE, OTHER_CLUSTER, PIPELINE, FULL_SHARD, NOT_WRITTEN, REQUEST -> false;
        };
    }
}
