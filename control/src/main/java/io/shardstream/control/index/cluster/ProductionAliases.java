package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The aliases through which clients find an index, as far as the user of this process sees them.
/// `GET /<index>/_alias` leaves out those that the user's roles do not name (Elasticsearch:
/// `IndicesAndAliasesResolver`); the state of the cluster has all of them.
///
/// @param seen those that the user sees
/// @param unseen names of those that only that state has, in alphabetical order
public record ProductionAliases(List<Alias> seen, Set<String> unseen) {
    public ProductionAliases {
        seen = List.copyOf(seen);
        unseen = new TreeSet<>(unseen);
    }

    public static ProductionAliases of(ClusterSwitch cluster, String index) throws ElasticException {
        Set<String> unseen =
                FoundIndex.of(cluster, index).map(FoundIndex::production).orElseGet(TreeSet::new);
        List<Alias> seen = RunAliases.production(cluster.aliases(index));
        seen.forEach(alias -> unseen.remove(alias.name()));
        return new ProductionAliases(seen, unseen);
    }

    /// What is wrong if some are not seen, as a part of a sentence.
    ///
    /// @param user whose, as "the user of the source"
    public static String sentence(String user, String index, Set<String> unseen) {
        return user + " does not see alias " + FoundIndex.quoted(unseen) + " of '" + index
                + "', so it would not be moved: grant that user the privilege 'manage' on that name";
    }

    /// @throws GivenUpException if the user does not see all of them, or all of these
    public void requireSeen(String user, String index, List<String> needed) {
        Set<String> missing = new TreeSet<>(unseen);
        missing.retainAll(needed);
        if (!missing.isEmpty()) {
            throw new GivenUpException(sentence(user, index, missing));
        }
    }

    /// @throws GivenUpException if the user does not see all of them
    public List<Alias> all(String user, String index) {
        requireSeen(user, index, List.copyOf(unseen));
        return seen;
    }
}
