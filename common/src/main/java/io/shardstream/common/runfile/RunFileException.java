package io.shardstream.common.runfile;

import java.util.List;

/// A run file that cannot be used. The message is all its problems, one a line, each with file, line and key.
public final class RunFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    RunFileException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /// The problems in the order of their lines, at least one.
    public List<String> problems() {
        return problems;
    }
}
