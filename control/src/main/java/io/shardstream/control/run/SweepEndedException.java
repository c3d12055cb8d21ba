package io.shardstream.control.run;

/// A sweep gives way to something that is more urgent, and is left to the next one.
final class SweepEndedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param why a part of a sentence
    SweepEndedException(String why) {
        super(why);
    }
}
