package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// An index as the cluster's elected master holds it.
///
/// @param name its own name
/// @param uuid tells it from one of the same name that was made later
/// @param isOpen whether it is not closed
/// @param shards number of primary shards
/// @param withoutPrimary numbers of those that have no started primary
/// @param aliases names of all its aliases
/// @param otherBlocks the blocks that it has beside a write block, its cluster's included
public record FoundIndex(
        String name,
        String uuid,
        boolean isOpen,
        int shards,
        List<Integer> withoutPrimary,
        Set<String> aliases,
        List<StateBlock> otherBlocks) {
    public FoundIndex {
        withoutPrimary = List.copyOf(withoutPrimary);
        aliases = Set.copyOf(aliases);
        otherBlocks = List.copyOf(otherBlocks);
    }

    /// The index that is called so, and not those of an alias; empty if there is none.
    public static Optional<FoundIndex> of(ClusterSwitch cluster, String index) throws ElasticException {
        return cluster.find(index).stream()
                .filter(found -> found.name().equals(index))
                .findFirst();
    }

    /// The same, empty also if another index has that name.
    public static Optional<FoundIndex> of(ClusterSwitch cluster, String index, String uuid) throws ElasticException {
        return of(cluster, index).filter(found -> found.uuid().equals(uuid));
    }

    /// Why nobody can write to it or count its operations, as the end of a sentence; empty if nothing is in
    /// the way.
    public String trouble() {
        if (!isOpen) {
            return "it is closed";
        }
        return withoutPrimary.isEmpty() ? "" : withoutPrimary.size() + " of " + shards + " shards have no primary";
    }

    /// Names of the aliases through which clients find it, in alphabetical order. The set is the caller's own.
    public Set<String> production() {
        return aliases.stream().filter(RunAliases::isOfProduction).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Those of the other blocks that refuse writes, by what they are called.
    public List<String> writeRefusingBlocks() {
        return otherBlocks.stream()
                .filter(StateBlock::refusesWrites)
                .map(StateBlock::description)
                .toList();
    }

    /// The indices' names in quotation marks, for sentences.
    public static String names(Collection<FoundIndex> indices) {
        return quoted(indices.stream().map(FoundIndex::name).toList());
    }

    /// Names in quotation marks, in alphabetical order, for sentences.
    public static String quoted(Collection<String> names) {
        return "'" + String.join("', '", new TreeSet<>(names)) + "'";
    }
}
