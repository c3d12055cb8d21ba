package io.shardstream.reader.shard;

import io.shardstream.reader.errand.Errands;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Counts the states of one shard, so that the outcome of an errand can be told from one of an earlier state, which
/// counts for nothing.
final class Turns {
    private final Errands errands;
    private long turn;

    Turns(Errands errands) {
        this.errands = errands;
    }

    /// Another state begins.
    void next() {
        turn++;
    }

    <T> void errand(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        errand(call, done, failed, _ -> {});
    }

    /// @param late told of a result that counts for nothing
    <T> void errand(Callable<T> call, Consumer<T> done, Consumer<Exception> failed, Consumer<T> late) {
        long begun = turn;
        errands.run(call, result -> (begun == turn ? done : late).accept(result), e -> {
            if (begun == turn) {
                failed.accept(e);
            }
        });
    }
}
