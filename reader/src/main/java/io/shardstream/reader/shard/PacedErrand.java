package io.shardstream.reader.shard;

import io.shardstream.common.pace.Pace;
import io.shardstream.reader.source.WindowAnswer;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/// A request for documents, which has a turn at the pace of its node from when it is sent until it is answered. The
/// pace must have allowed it.
final class PacedErrand {
    private final ReaderContext around;
    private final String node;

    /// @param node the name of the node that is asked
    PacedErrand(ReaderContext around, String node) {
        this.around = around;
        this.node = node;
    }

    /// @param bytes that the answer was
    <T> void run(Callable<T> call, ToLongFunction<T> bytes, Consumer<T> done, Consumer<Exception> failed) {
        Pace.Turn turn = around.pace().take(node, around.limits().windowBytes());
        around.errands()
                .run(
                        call,
                        answer -> {
                            turn.end(bytes.applyAsLong(answer));
                            done.accept(answer);
                        },
                        e -> {
                            turn.end();
                            failed.accept(e);
                        });
    }

    /// What the node has sent for an answer, at the most.
    ///
    /// @param limit after which one is given up
    static long bytesOf(WindowAnswer answer, long limit) {
        return switch (answer) {
            case WindowAnswer.Whole whole -> whole.responseBytes();
            case WindowAnswer.Part part -> part.read().responseBytes();
            case WindowAnswer.TooLarge _, WindowAnswer.TooMany _, WindowAnswer.Unreadable _ -> limit;
        };
    }
}
