package io.shardstream.cli.exit;

import java.io.IOException;

/// What a command has to say could not be written to standard output.
public final class UnprintedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public UnprintedException(IOException cause) {
        super(cause);
        this.reason = String.valueOf(cause.getMessage());
    }

    /// Whether it was a pipe whose reader has closed it, as `head` does when it has enough: nobody wants to
    /// hear of that. Where the system says it in another language, it counts as any other failure.
    boolean isUnwanted() {
        return reason.equals("Broken pipe");
    }

    String sentence() {
        return "The output of this command could not be written to standard output (" + reason
                + "): give the command again where its output has room.";
    }

    /// The same of a command that has changed something.
    public String sentenceOfDone() {
        return "What became of this command could not be written to standard output (" + reason
                + "): its exit code tells.";
    }
}
