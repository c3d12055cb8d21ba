package io.shardstream.cli.exit;

/// A command that may be there for its output alone: it has failed where that cannot be written. What any
/// other command has done counts for its exit code all the same.
public interface OnlyAnswers {
    /// Whether it changes nothing, as it is given.
    default boolean onlyAnswers() {
        return true;
    }
}
