package io.shardstream.localcluster.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;

/// A server that was started, wherever it runs. It does not outlive this JVM.
public interface Running {

    /// The process id, on this machine, of the server itself and not of a launcher in front of it.
    long pid();

    /// The file that gets its standard output and standard error.
    Path output();

    /// Whether it runs, frozen or not.
    boolean isAlive();

    /// Sends the server a signal; does nothing if it has ended.
    void send(Signal signal);

    /// Ends it at once (SIGKILL), with all that it started, and returns when they are gone.
    void kill();

    /// Kills like [#kill], and removes the folder that is to go at the end ([SupervisedCommand#removedAtEnd]).
    void end();

    /// Waits without limit and returns the exit code, or 128 plus the number of the signal that ended it.
    int waitFor();

    /// Waits that long at most; empty if it still runs then.
    OptionalInt waitFor(Duration limit) throws InterruptedException;
}
