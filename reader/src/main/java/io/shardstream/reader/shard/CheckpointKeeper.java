package io.shardstream.reader.shard;

import io.shardstream.common.record.Checkpoint;
import io.shardstream.reader.errand.Errands;
import io.shardstream.reader.publish.CheckpointLog;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the checkpoints of one shard one after another. While one is being written, the newest of
/// those that come waits and the others are left out.
final class CheckpointKeeper {
    private final CheckpointLog log;
    private final Errands errands;
    private final Consumer<Exception> failed;
    private @Nullable Checkpoint next;
    private boolean writing;
    private boolean closed;

    /// @param failed told once, on the loop's thread, after which nothing more is written
    CheckpointKeeper(CheckpointLog log, Errands errands, Consumer<Exception> failed) {
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
                },
                failure -> {
                    if (!closed) {
                        close();
                        failed.accept(failure);
                    }
                });
    }

    void close() {
        if (!closed) {
            closed = true;
            log.close();
        }
    }
}
