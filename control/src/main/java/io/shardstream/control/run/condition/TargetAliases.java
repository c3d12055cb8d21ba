package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.block.Sides;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Aliases by which clients find the target, and not the source.
public final class TargetAliases {
    private TargetAliases() {}

    /// Somebody may have given the target an alias before the run, or while it was filled: then applications
    /// that know nothing of the run find the copy, and write to production's index after the swap. Asked of
    /// the cluster's state, which has also those that the user does not see.
    public static List<NoticedDifference> alone(Sides sides, List<Alias> production) throws ElasticException {
        Set<String> there = sides.foundTarget().map(FoundIndex::production).orElse(Set.of());
        if (there.isEmpty()) {
            return List.of();
        }
        Set<String> here = production.stream().map(Alias::name).collect(Collectors.toSet());
        return there.stream()
                .filter(alias ->
                        !here.contains(alias) && !alias.equals(sides.names().write()))
                .sorted()
                .map(alias -> new NoticedDifference(
                        FieldConsent.TARGET_ALIAS + alias,
                        "alias '" + Printable.of(alias) + "' of the target, which the source does not have:"
                                + " applications that use it find production's documents, and write to the same index"
                                + " after the swap",
                        false))
                .toList();
    }
}
