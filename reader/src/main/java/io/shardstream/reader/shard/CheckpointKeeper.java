package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.reader.publish.BlockingCalls;
import io.shardstream.reader.publish.CheckpointLog;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the checkpoints of one shard one after another. While one is being written, the newest of
/// those that come waits and the others are left out.
final class CheckpointKeeper {
    private final CheckpointLog log;
    private final BlockingCalls errands;
    private final Consumer<Exception> failed;
    private @Nullable Checkpoint next;
    private boolean writing;
    private boolean closed;
    /// Whether the log is closed once all is written.
    private boolean isLast;

    /// @param failed told once, on the loop's thread, after which nothing more is written
    CheckpointKeeper(CheckpointLog log, BlockingCalls errands, Consumer<Exception> failed) {
        this.log = log;
        this.errands = errands;
        this.failed = failed;
    }

    void keep(Checkpoint checkpoint) {
        next = checkpoint;
        writeNext();
    }

    /// Whether all that was to be kept is written.
    boolean isIdle() {
        return !writing && next == null;
    }

    private void writeNext() {
        Checkpoint checkpoint = next;
        if (writing || closed || checkpoint == null) {
            return;
        }
        writing = true;
        next = null;
        errands.run(
                () -> {
                    log.commit(checkpoint);
                    return checkpoint;
                },
                written -> {
                    writing = false;
                    writeNext();
                    closeIfLast();
                },
                failure -> {
                    writing = false;
                    if (!closed) {
                        end();
                        failed.accept(failure);
                    }
                });
    }

    /// Nobody is told of a failure from now on.
    ///
    /// @param atOnce whether what is not written yet may be left out
    void close(boolean atOnce) {
        if (atOnce) {
            end();
        } else {
            isLast = true;
            closeIfLast();
        }
    }

    private void closeIfLast() {
        if (isLast && isIdle()) {
            end();
        }
    }

    private void end() {
        if (!closed) {
            closed = true;
            log.close();
        }
    }
}
