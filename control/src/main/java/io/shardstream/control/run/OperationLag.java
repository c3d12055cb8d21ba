package io.shardstream.control.run;

import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import java.util.Optional;

/// How many operations of the source are acknowledged and not yet read.
public interface OperationLag {
    /// A copy that ends by itself is told by its share and not by its lag.
    OperationLag NONE = _ -> Optional.empty();

    /// Empty before all that was there at the start is read, and while the source does not answer.
    Optional<Behind> of(RunState state);
}
