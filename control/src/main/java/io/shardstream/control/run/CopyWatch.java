package io.shardstream.control.run;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Steps the watches over what a copy stands on: its topics, and what its users may see. They do not matter
/// to a run that has ended. Nor do they to whoever gives production back or the run up, so what they find
/// ends this loop only when such a request has its answer.
final class CopyWatch implements Loop {
    private final List<Loop> watches;
    private final ControlTopicTail control;
    private @Nullable RuntimeException found;

    /// @param watches which throw when the copy must not go on; closed with this
    /// @param control closed with this
    CopyWatch(List<Loop> watches, ControlTopicTail control) {
        this.watches = List.copyOf(watches);
        this.control = control;
    }

    @Override
    public String name() {
        return "shardstream-copy-watch";
    }

    /// @throws io.shardstream.common.loop.BlockedException if a watch has found something
    @Override
    public int doWork() {
        int news = control.poll();
        ControlRecords said = control.latest();
        if (said.plan().isEmpty() || hasEnded(said)) {
            return news;
        }
        if (found == null) {
            found = look();
        }
        if (found != null && !isGivingBack(said)) {
            throw found;
        }
        return news;
    }

    private @Nullable RuntimeException look() {
        try {
            for (Loop watch : watches) {
                int _ = watch.doWork();
            }
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static boolean hasEnded(ControlRecords said) {
        return said.phase().filter(now -> now.phase().isEnd()).isPresent();
    }

    /// A cut-over needs what it is about to compare.
    private static boolean isGivingBack(ControlRecords said) {
        return said.openRequest()
                .filter(request -> request.kind() != Request.Kind.CUTOVER)
                .isPresent();
    }

    @Override
    public void close() {
        try (control) {
            RuntimeException failure = null;
            for (Loop watch : watches) {
                try {
                    watch.close();
                } catch (RuntimeException e) {
                    if (failure == null) {
                        failure = e;
                    } else {
                        failure.addSuppressed(e);
                    }
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
