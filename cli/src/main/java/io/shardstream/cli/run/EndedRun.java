package io.shardstream.cli.run;

import io.shardstream.common.loop.Loop;
import io.shardstream.control.console.view.RunView;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks now and then what has become of a run that was complete: a rollback comes after that. What it looks
/// with is kept until it fails, so that the whole topic of rejects is not read each time.
final class EndedRun implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(EndedRun.class);

    private final Supplier<Optional<EndedLook>> begin;
    private final Consumer<Optional<RunView>> seen;
    private final Consumer<String> warnings;
    private @Nullable EndedLook open;
    /// What was warned of last; empty once a look has gone well.
    private String warned = "";

    /// @param begin opens a look at the run; empty if Kafka has nothing of it any more
    /// @param warnings told why nothing was seen, once until that changes
    EndedRun(Supplier<Optional<EndedLook>> begin, Consumer<Optional<RunView>> seen, Consumer<String> warnings) {
        this.begin = begin;
        this.seen = seen;
        this.warnings = warnings;
    }

    static void warn(String why) {
        LOG.warn("What has become of the run is looked at again later: {}", why);
    }

    @Override
    public String name() {
        return "ended-run";
    }

    @Override
    public int doWork() {
        try {
            seen.accept(look());
            warned = "";
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            close();
            String why = String.valueOf(e.getMessage());
            if (!why.equals(warned)) {
                warnings.accept(why);
            }
            warned = why;
        }
        return 0;
    }

    private Optional<RunView> look() {
        if (open == null) {
            open = begin.get().orElse(null);
        }
        return Optional.ofNullable(open).map(EndedLook::look);
    }

    @Override
    public void close() {
        EndedLook known = open;
        open = null;
        if (known != null) {
            known.close();
        }
    }
}
