package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down how clients find the source when a run begins, so that a cut-over sees what has changed since.
public final class SourceAliasesAtStart {
    private static final Logger LOG = LoggerFactory.getLogger(SourceAliasesAtStart.class);

    private SourceAliasesAtStart() {}

    /// @param cluster of the source
    /// @param names of the index's aliases that are no run's
    /// @return by key of the control topic
    public static Map<String, byte[]> records(ElasticCluster cluster, String index, List<String> names)
            throws ElasticException {
        return records(new HttpClusterSwitch(cluster), index, names);
    }

    public static Map<String, byte[]> records(ClusterSwitch source, String index, List<String> names)
            throws ElasticException {
        Map<String, byte[]> records = new HashMap<>();
        records.put(SourceAliases.KEY, new SourceAliases(names).encode());
        try {
            List<Alias> aliases = source.aliases(index).stream()
                    .filter(alias -> names.contains(alias.name()))
                    .toList();
            List<String> writing = WritingAliases.of(source, index, aliases, Set.of());
            records.put(SourceAliases.KEY_OF_WRITES, new SourceAliases(writing).encode());
        } catch (ElasticException.Refused e) {
            LOG.info("Which aliases clients write to '{}' through is not known: {}", index, e.getMessage());
        }
        return records;
    }
}
