package io.shardstream.cli.run;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.RunEndedException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether a process stays when its run is complete or was given up while it worked, so that nobody starts it
/// again: it holds nothing then but what it answers over HTTP, and looks now and then whether writes of
/// production are refused by a rollback that nobody controls any more.
///
/// @param isWanted whether it does
/// @param stop ends that
record StayPolicy(boolean isWanted, Stop stop) {
    private static final Logger LOG = LoggerFactory.getLogger(StayPolicy.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    /// A look whether writes are refused, and the end of that.
    @FunctionalInterface
    interface Rescue {
        /// @return false if they still are and the process was told to stop
        boolean isOpen() throws ElasticException;
    }

    /// For a process that ends with its run.
    static StayPolicy no(Stop stop) {
        return new StayPolicy(false, stop);
    }

    /// Waits, if the run is over and the process is to stay. One that finds when it is started that its run was
    /// given up is refused all the same: it was to do something.
    ///
    /// @param work gives the exit code with which the process would end
    /// @param finished told that there is nothing to do any more
    /// @param rescue called now and then
    /// @return the exit code
    /// @throws ElasticException as the work
    int after(RestartLoop.Work work, Runnable finished, Rescue rescue) throws ElasticException {
        try {
            return after(work.byPlan(), finished, rescue);
        } catch (CompletionException e) {
            if (!isWanted || !(e.getCause() instanceof RunEndedException ended)) {
                throw e;
            }
            LOG.error("{}. This process stays, and ends when it is told to stop (--stay)", ended.getMessage());
            return stay(finished, rescue, ExitCodes.FAILED);
        }
    }

    private int after(int code, Runnable finished, Rescue rescue) {
        boolean isComplete = code == ExitCodes.DONE || code == ExitCodes.REJECTED || code == ExitCodes.DIFFERENT;
        if (!isWanted || !isComplete) {
            return code;
        }
        LOG.info(
                "The run has ended{}. This process stays, and ends when it is told to stop (--stay)",
                switch (code) {
                    case ExitCodes.REJECTED -> ", and the target has rejected documents: 'rejects list' shows why";
                    case ExitCodes.DIFFERENT -> ", and the target lacks documents of the start: 'status' says more";
                    default -> "";
                });
        return stay(finished, rescue, ExitCodes.DONE);
    }

    /// @param code with which the process ends
    private int stay(Runnable finished, Rescue rescue, int code) {
        stop.endsWith(OptionalInt.of(code));
        finished.run();
        while (!stop.askedWithin(BETWEEN_LOOKS)) {
            stop.endsWith(isOpen(rescue) ? OptionalInt.of(code) : OptionalInt.empty());
        }
        return code;
    }

    private boolean isOpen(Rescue rescue) {
        try {
            // Who is told to stop while writes are refused says so.
            stop.endsWith(OptionalInt.empty());
            return rescue.isOpen();
        } catch (ElasticException | RuntimeException e) {
            LOG.warn("Whether writes of clients are refused is looked at again later: {}", e.getMessage());
            return true;
        }
    }
}
