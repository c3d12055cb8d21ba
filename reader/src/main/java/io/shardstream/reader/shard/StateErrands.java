package io.shardstream.reader.shard;

import io.shardstream.reader.publish.BlockingCalls;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Runs the errands of one shard's states: the outcome of one that an earlier state has sent counts for nothing.
final class StateErrands {
    private final BlockingCalls errands;
    private long turn;

    StateErrands(BlockingCalls errands) {
        this.errands = errands;
    }

    /// Another state begins.
    void nextState() {
        turn++;
    }

    <T> void run(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        run(call, done, failed, _ -> {});
    }

    /// @param late told of a result that counts for nothing
    <T> void run(Callable<T> call, Consumer<T> done, Consumer<Exception> failed, Consumer<T> late) {
        long begun = turn;
        errands.run(call, result -> (begun == turn ? done : late).accept(result), e -> {
            if (begun == turn) {
                failed.accept(e);
            }
        });
    }
}
