package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Aliases through which clients can write to an index: those that call it their write index, and those that
/// it has alone and that say nothing of it. With one that several indices have clients write to the one that
/// is called so, or to none (`IndexAbstraction.Alias.getWriteIndex` of both servers).
final class WritingAliases {
    /// Each is a question to the cluster. Any further one that says nothing is taken for one that the index has
    /// alone, so that a cut-over rather asks too much.
    private static final int MOST_ASKED = 20;

    private WritingAliases() {}

    /// @param of the index, all or some of those that it has
    /// @param known names that need not be looked at, as it is known already that clients could write through
    ///     them
    /// @return names, without those that are known
    /// @throws ElasticException unless the cluster refuses to say which other indices have an alias
    static List<String> of(ClusterSwitch cluster, String index, List<Alias> of, Collection<String> known)
            throws ElasticException {
        List<String> writing = new ArrayList<>();
        int asked = 0;
        for (Alias alias : of) {
            if (known.contains(alias.name()) || alias.isNoWriteIndex()) {
                continue;
            }
            boolean writes = alias.isWriteIndex() || asked++ >= MOST_ASKED || isAlone(cluster, index, alias);
            if (writes) {
                writing.add(alias.name());
            }
        }
        return List.copyOf(writing);
    }

    private static boolean isAlone(ClusterSwitch cluster, String index, Alias alias) throws ElasticException {
        try {
            return cluster.find(alias.name()).stream()
                    .allMatch(found -> found.name().equals(index));
        } catch (ElasticException.Refused e) {
            return true;
        }
    }
}
