package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Where the aliases are that the swap moved, as the servers say now. The run's own record says only where it put them.
sealed interface Whereabouts {
    /// At least one of them is on the target, and none is only on another index; or the swap moved none.
    record OnTarget() implements Whereabouts {}

    /// @param alias one that is not on the target
    /// @param indices those that have it
    record Elsewhere(String alias, List<FoundIndex> indices) implements Whereabouts {}

    /// None of them is on any index.
    record Nowhere(List<String> aliases) implements Whereabouts {}

    /// @param moved the aliases that the swap moved, empty if that is not known
    static Whereabouts of(Sides sides, Optional<List<String>> moved) throws ElasticException {
        Set<String> there = sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of());
        List<String> all = moved.orElse(List.of());
        for (String alias : all) {
            List<FoundIndex> indices =
                    there.contains(alias) ? List.of() : sides.target().find(alias);
            if (!indices.isEmpty()) {
                return new Elsewhere(alias, indices);
            }
        }
        return all.isEmpty() || all.stream().anyMatch(there::contains) ? new OnTarget() : new Nowhere(all);
    }
}
