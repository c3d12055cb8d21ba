package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Where the aliases are that the swap moved, as the servers say now. The run's own record says only where it
/// put them.
public sealed interface Whereabouts {
    /// At least one of them is on the target, and none is only on another index; or the swap moved none.
    record OnTarget() implements Whereabouts {}

    /// @param alias one that is not on the target
    /// @param indices those that have it
    record Elsewhere(String alias, List<FoundIndex> indices) implements Whereabouts {
        private boolean isAnIndex() {
            return indices.stream().anyMatch(index -> index.name().equals(alias));
        }
    }

    /// An index has the name of one of them: it was made when the alias was gone, as servers do for a client
    /// that writes to a name that nothing has. Aliases lead to other indices only.
    ///
    /// @param all that the swap moved, this one among them
    record AnIndex(String alias, List<String> all) implements Whereabouts {
        /// What is the matter, as a part of a sentence.
        public String what() {
            return "'" + alias + "' is an index, and no alias any more: it was made since the cut-over, as by a client"
                    + " that wrote to that name when the alias was gone";
        }

        /// How an index gets all of them back: a client that wrote to one that is left out would make an index
        /// again.
        ///
        /// @param index which
        public String handingOver(String index) {
            String adding = all.stream()
                    .map(one -> ", {\"add\": {\"index\": \"" + index + "\", \"alias\": \"" + one + "\"}}")
                    .collect(Collectors.joining());
            return "see what '" + alias + "' holds, and put the alias in its place, by which it is deleted (POST"
                    + " /_aliases {\"actions\": [{\"remove_index\": {\"index\": \"" + alias + "\"}}" + adding + "]})";
        }
    }

    /// None of them is on any index.
    record Nowhere(List<String> aliases) implements Whereabouts {}

    /// Those that both indices of the run have: searches through them find both, as where applications that
    /// keep their aliases by themselves have put them back.
    ///
    /// @param cluster one that was just asked; where it has one of the indices only, none is on both
    /// @param moved the aliases that the swap moved
    /// @return as a part of a sentence; empty if there are none
    static Optional<String> onBoth(ClusterSwitch cluster, Sides sides, RunPlan plan, List<String> moved)
            throws ElasticException {
        Set<String> source = aliases(cluster, sides.sourceIndex(), sides.sourceUuid());
        Set<String> target = aliases(cluster, plan.targetIndex(), plan.targetUuid());
        List<String> both = moved.stream()
                .filter(alias -> source.contains(alias) && target.contains(alias))
                .toList();
        return both.isEmpty()
                ? Optional.empty()
                : Optional.of(FoundIndex.quoted(both) + (both.size() == 1 ? " is" : " are") + " on both '"
                        + plan.targetIndex() + "' and '" + sides.sourceIndex() + "' now");
    }

    /// Those of an index, none if another one has its name.
    static Set<String> aliases(ClusterSwitch cluster, String index, String uuid) throws ElasticException {
        return FoundIndex.of(cluster, index, uuid).map(FoundIndex::aliases).orElse(Set.of());
    }

    /// @param moved the aliases that the swap moved, empty if that is not known
    static Whereabouts of(Sides sides, Optional<List<String>> moved) throws ElasticException {
        List<String> all = moved.orElse(List.of());
        List<Elsewhere> elsewhere = elsewhere(sides, all);
        if (!elsewhere.isEmpty()) {
            Elsewhere first = elsewhere.getFirst();
            return first.isAnIndex() ? new AnIndex(first.alias(), all) : first;
        }
        return all.isEmpty() || !onTarget(sides, all).isEmpty() ? new OnTarget() : new Nowhere(all);
    }

    /// Those of these aliases that are on the target.
    static List<String> onTarget(Sides sides, List<String> aliases) throws ElasticException {
        Set<String> there = sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of());
        return aliases.stream().filter(there::contains).toList();
    }

    /// Those of these aliases that lead to other indices and not to the target: first those whose name an
    /// index has.
    static List<Elsewhere> elsewhere(Sides sides, List<String> aliases) throws ElasticException {
        List<String> there = onTarget(sides, aliases);
        List<Elsewhere> found = new ArrayList<>();
        for (String alias : aliases) {
            List<FoundIndex> indices =
                    there.contains(alias) ? List.of() : sides.target().find(alias);
            if (!indices.isEmpty()) {
                found.add(new Elsewhere(alias, indices));
            }
        }
        found.sort(Comparator.comparing(one -> !one.isAnIndex()));
        return found;
    }
}
