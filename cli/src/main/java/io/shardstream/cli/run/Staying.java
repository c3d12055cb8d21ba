package io.shardstream.cli.run;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether a process stays when its run is complete, so that nobody starts it again: it holds nothing then but
/// what it answers over HTTP, and looks now and then whether writes of production are refused by a rollback
/// that nobody controls any more.
///
/// @param isWanted whether it does
/// @param stop ends that
record Staying(boolean isWanted, Stop stop) {
    private static final Logger LOG = LoggerFactory.getLogger(Staying.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    /// A look whether writes are refused, and the end of that.
    @FunctionalInterface
    interface Rescue {
        /// @return false if they still are and the process was told to stop
        boolean isOpen() throws ElasticException;
    }

    /// For a process that ends with its run.
    static Staying no(Stop stop) {
        return new Staying(false, stop);
    }

    /// Waits, if the run is complete and the process is to stay.
    ///
    /// @param code how the process would end
    /// @param finished told that there is nothing to do any more
    /// @param rescue called now and then
    /// @return the exit code
    int after(int code, Runnable finished, Rescue rescue) {
        boolean isComplete = code == ExitCodes.DONE || code == ExitCodes.REJECTED || code == ExitCodes.DIFFERENT;
        if (!isWanted || !isComplete) {
            return code;
        }
        finished.run();
        LOG.info(
                "The run has ended{}. This process stays, and ends when it is told to stop (--stay)",
                switch (code) {
                    case ExitCodes.REJECTED -> ", and the target has rejected documents: 'rejects list' shows why";
                    case ExitCodes.DIFFERENT -> ", and the target lacks documents of the start: 'status' says more";
                    default -> "";
                });
        stop.hasNothingLeft(true);
        while (!stop.askedWithin(BETWEEN_LOOKS)) {
            stop.hasNothingLeft(isOpen(rescue));
        }
        return ExitCodes.DONE;
    }

    private boolean isOpen(Rescue rescue) {
        try {
            // Who is told to stop while writes are refused says so.
            stop.hasNothingLeft(false);
            return rescue.isOpen();
        } catch (ElasticException | RuntimeException e) {
            LOG.warn("Whether writes of clients are refused is looked at again later: {}", e.getMessage());
            return true;
        }
    }
}
