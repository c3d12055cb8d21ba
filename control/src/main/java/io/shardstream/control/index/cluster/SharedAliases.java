package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Aliases that lead to source and target at once. While the target is filled, searches by such an alias find
/// documents twice, and what clients update or delete by query reaches both.
public final class SharedAliases {
    private static final Logger LOG = LoggerFactory.getLogger(SharedAliases.class);

    private SharedAliases() {}

    /// Which there are and what to do, as sentences; empty if there are none, or no such target, or two
    /// clusters.
    ///
    /// @param follow whether the run is to be cut over
    public static Optional<String> problem(
            ElasticCluster source, String sourceIndex, ElasticCluster target, String index, boolean follow)
            throws ElasticException {
        try {
            return told(source, sourceIndex, target, index, follow);
        } catch (ElasticException.Refused e) {
            // Some services do not tell the state of a cluster; a cut-over, which needs it, says so.
            LOG.info("Whether source and target share an alias is not known: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<String> told(
            ElasticCluster source, String sourceIndex, ElasticCluster target, String index, boolean follow)
            throws ElasticException {
        HttpClusterSwitch here = new HttpClusterSwitch(source);
        HttpClusterSwitch there = new HttpClusterSwitch(target);
        Optional<FoundIndex> found = FoundIndex.of(there, index);
        if (found.isEmpty() || !here.clusterUuid().equals(there.clusterUuid())) {
            return Optional.empty();
        }
        Set<String> shared = found.get().production();
        shared.retainAll(
                FoundIndex.of(here, sourceIndex).map(FoundIndex::aliases).orElse(Set.of()));
        return shared.isEmpty()
                ? Optional.empty()
                : Optional.of("The alias " + FoundIndex.quoted(shared) + " leads to target index '" + index
                        + "' as well as to the source: searches would find documents twice while the target is filled,"
                        + " and updates by query would reach both. Take it away from '" + index
                        + (follow ? "': the cut-over moves it there." : "': put it there when the copy is complete."));
    }
}
