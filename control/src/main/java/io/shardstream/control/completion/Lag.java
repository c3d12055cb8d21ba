package io.shardstream.control.completion;

import io.shardstream.control.state.RunState;
import java.util.OptionalLong;

/// How many operations of the source are committed and not yet read.
interface Lag {
    /// A copy that ends by itself is told by its share and not by its lag.
    Lag NONE = _ -> OptionalLong.empty();

    /// Empty before all that was there at the start is read, and while the source does not answer.
    OptionalLong of(RunState state);
}
