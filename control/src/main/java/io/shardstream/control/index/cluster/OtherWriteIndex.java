package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.Optional;
import java.util.function.Predicate;

/// To which other index clients write through an alias that an index of the run has, too, as after a
/// rollover. Servers let an alias have one write index at most.
public final class OtherWriteIndex {
    private OtherWriteIndex() {}

    /// @param cluster of the index
    /// @param isOther tells which indices count, by name
    public static Optional<String> of(ClusterSwitch cluster, String alias, Predicate<String> isOther)
            throws ElasticException {
        for (FoundIndex other : cluster.find(alias)) {
            if (isOther.test(other.name())
                    && cluster.aliases(other.name()).stream()
                            .anyMatch(one -> one.name().equals(alias) && one.isWriteIndex())) {
                return Optional.of(other.name());
            }
        }
        return Optional.empty();
    }
}
