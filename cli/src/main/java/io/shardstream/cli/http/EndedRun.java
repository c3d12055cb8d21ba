package io.shardstream.cli.http;

import io.shardstream.common.loop.Loop;
import io.shardstream.control.view.RunView;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks now and then what has become of a run that was complete: a rollback comes after that.
final class EndedRun implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(EndedRun.class);

    private final Supplier<Optional<RunView>> look;
    private final Consumer<Optional<RunView>> seen;

    /// @param look at the run; empty if Kafka has nothing of it any more
    EndedRun(Supplier<Optional<RunView>> look, Consumer<Optional<RunView>> seen) {
        this.look = look;
        this.seen = seen;
    }

    @Override
    public String name() {
        return "ended-run";
    }

    @Override
    public int doWork() {
        try {
            seen.accept(look.get());
        } catch (RuntimeException e) {
            LOG.warn("What has become of the run is looked at again later: {}", e.getMessage());
        }
        return 0;
    }

    @Override
    public void close() {}
}
