package io.shardstream.cli.run;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether a process stays when its run is complete, so that nobody starts it again: it does nothing then, and holds
/// nothing but what it answers over HTTP.
///
/// @param isWanted whether it does
/// @param stop ends that
record Staying(boolean isWanted, Stop stop) {
    private static final Logger LOG = LoggerFactory.getLogger(Staying.class);

    /// For a process that ends with its run.
    static Staying no(Stop stop) {
        return new Staying(false, stop);
    }

    /// Waits, if the run is complete and the process is to stay.
    ///
    /// @param code how the process would end
    /// @param finished told that there is nothing to do any more
    /// @return the exit code
    int after(int code, Runnable finished) {
        boolean isComplete = code == ExitCodes.DONE || code == ExitCodes.REJECTED;
        if (!isWanted || !isComplete) {
            return code;
        }
        finished.run();
        LOG.info(
                "The run has ended{}. This process stays, does nothing, and ends when it is told to stop (--stay)",
                code == ExitCodes.REJECTED ? ", and the target has rejected documents: 'rejects list' shows why" : "");
        stop.hasNothingLeft();
        stop.asked().join();
        return ExitCodes.DONE;
    }
}
