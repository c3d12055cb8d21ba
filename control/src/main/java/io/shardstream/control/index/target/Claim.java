package io.shardstream.control.index.target;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.finding.RunRefusedException;

/// Makes an index the target of one run alone.
public interface Claim {
    /// The alias through which that run writes. Whichever index has it is its target.
    String writeAlias();

    /// Changes nothing.
    ///
    /// @throws RunRefusedException if another run owns the index, or is about to take it
    void requireFree() throws ElasticException;

    /// Gives the index the write alias, unless it has it. May be repeated after having been killed anywhere.
    ///
    /// @throws RunRefusedException if another run owns the index, or is about to take it
    void take() throws ElasticException;
}
