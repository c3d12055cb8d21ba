package io.shardstream.cli.run;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.send.NodeFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A reader or a writer that works in this process.
public interface RunningPart extends AutoCloseable {
    /// `reader` or `writer`.
    String name();

    /// Completes when it has ended; exceptionally with a [io.shardstream.common.loop.BlockedException] if a
    /// person must look, or with whatever broke.
    CompletableFuture<Void> end();

    /// What it has done since this process started, in a sentence.
    String progress();

    /// What kept it from doing more since this was asked before; empty if nothing but want of work.
    Optional<Limiter> limitedBy();

    /// What is the matter where a cluster does not let it in, for longer than passes by itself; it goes on
    /// trying.
    Optional<String> refused();

    /// What kept it from doing more, how often, since it started.
    Map<Limiter, Long> heldBack();

    /// What it has under way to data nodes, and what these did with it since it started; nothing of a reader's.
    List<NodeFigures> nodes();

    /// Source shards or lanes that it holds.
    int assigned();

    /// What the control topic said when it last heard of it.
    ControlRecords said();

    /// Tells these what it does, from now on.
    ///
    /// @return ends that
    Metrics.Registration measuredBy(Metrics metrics);

    /// Begins to let go of its work, and does not wait for that.
    void stop();

    /// Lets go of its work in good order, within seconds.
    @Override
    void close();
}
