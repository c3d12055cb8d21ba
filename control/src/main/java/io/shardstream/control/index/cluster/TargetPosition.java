package io.shardstream.control.index.cluster;

/// Where a target stands, as its aliases say. Every move from one place to another is one `_aliases` call
/// that takes the mark of the place away with `must_exist`, so that a call that arrives late, or from a
/// controller that has been deposed, changes nothing.
public sealed interface TargetPosition {
    /// The run's write alias is there: writers may write.
    record Open() implements TargetPosition {}

    /// The write alias is gone and a swap token is there: nobody may write.
    ///
    /// @param token the alias that the swap must take away
    record Fenced(String token) implements TargetPosition {}

    /// The target has taken the source's place.
    record Live() implements TargetPosition {}

    /// The source has taken its place back.
    record Returned() implements TargetPosition {}

    /// There is no alias of the run: it has ended, or somebody took them away.
    record Unmarked() implements TargetPosition {}
}
