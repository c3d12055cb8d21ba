package io.shardstream.common.shard;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The aliases of an index, told apart by whether runs of any name have given them.
///
/// @param own those of runs
/// @param others all others, through which clients may find the index
public record OwnAliases(List<OwnAlias> own, List<String> others) {
    public OwnAliases {
        own = List.copyOf(own);
        others = List.copyOf(others);
    }

    /// @param aliases all of an index
    public static OwnAliases among(Collection<String> aliases) {
        List<String> sorted = aliases.stream().sorted().toList();
        return new OwnAliases(
                sorted.stream().map(OwnAlias::of).flatMap(Optional::stream).toList(),
                sorted.stream().filter(name -> OwnAlias.of(name).isEmpty()).toList());
    }

    /// The names of those of runs.
    public List<String> names() {
        return own.stream().map(OwnAlias::name).toList();
    }

    /// The runs that gave them.
    public Set<String> runs() {
        return own.stream().map(OwnAlias::run).collect(Collectors.toCollection(TreeSet::new));
    }

    public boolean has(AliasKind kind) {
        return own.stream().anyMatch(alias -> alias.is(kind));
    }
}
