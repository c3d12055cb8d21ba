package io.shardstream.localcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;

/// The signals that a local server can be sent.
public enum Signal {
    /// Asks for an orderly end.
    TERM,
    /// Ends at once; cannot be caught.
    KILL,
    /// Freezes: sockets stay open, nothing answers.
    STOP,
    /// Ends the freeze.
    CONT;

    /// Sends this signal to one process; a process that has ended is not an error.
    public void sendTo(long pid) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\" 2>/dev/null", "signal", name(), Long.toString(pid))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot send SIG" + name() + " to process " + pid, e);
        }
    }
}
