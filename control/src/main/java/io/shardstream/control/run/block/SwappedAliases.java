package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.ProductionAliases;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The aliases that a swap has given the target, beside which that may have others: it had them before, or
/// somebody has given it them since.
///
/// @param names empty in the notes of an older version: then each that the target has is taken for one of
///     them
public record SwappedAliases(Optional<List<String>> names) {
    /// Those that the target loses when the source takes its place back. In one cluster the source gets them,
    /// and whoever uses one that the target has by itself follows production. In two clusters the source has
    /// what the swap gave, and what the target has by itself is none of the source's.
    ///
    /// @throws GivenUpException if the user does not see one of them
    public List<Alias> returning(Sides sides) throws ElasticException {
        ProductionAliases there = sides.productionOfTarget();
        if (sides.oneCluster()) {
            return there.all("the user of the target", sides.targetIndex());
        }
        Set<String> given = given(sides);
        there.requireSeen("the user of the target", sides.targetIndex(), List.copyOf(given));
        return there.seen().stream()
                .filter(alias -> given.contains(alias.name()))
                .toList();
    }

    /// Names of those that the target has beside them, in alphabetical order.
    public Set<String> others(Sides sides) throws ElasticException {
        Set<String> others = ofTarget(sides);
        others.removeAll(given(sides));
        return others;
    }

    /// Names of those that the source does not have, where the clusters are two: a swap back gives it none.
    /// Its own name is none that it could have.
    ///
    /// @param source as its cluster holds it now
    public Set<String> missing(Sides sides, FoundIndex source) throws ElasticException {
        Set<String> missing = given(sides);
        missing.removeAll(source.aliases());
        return missing;
    }

    /// Names of those that find other documents on the target than on the source, which has its own where the
    /// clusters are two: somebody has given them another filter or routing since the swap.
    public Set<String> changed(Sides sides) throws ElasticException {
        List<Alias> onSource = sides.productionOfSource();
        Set<String> changed = new TreeSet<>();
        for (Alias alias : returning(sides)) {
            if (onSource.stream().anyMatch(other -> other.name().equals(alias.name()) && !other.findsAs(alias))) {
                changed.add(alias.name());
            }
        }
        return changed;
    }

    private Set<String> given(Sides sides) throws ElasticException {
        if (names.isPresent()) {
            return new TreeSet<>(names.get());
        }
        Set<String> all = ofTarget(sides);
        if (!sides.oneCluster()) {
            all.remove(sides.sourceIndex());
        }
        return all;
    }

    private static Set<String> ofTarget(Sides sides) throws ElasticException {
        return sides.foundTarget().map(FoundIndex::production).orElseGet(TreeSet::new);
    }
}
