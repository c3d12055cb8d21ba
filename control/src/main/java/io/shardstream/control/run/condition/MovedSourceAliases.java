package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.OtherWriteIndex;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/// Aliases by which clients have found the source, and which lead them elsewhere now: what they write
/// through them is in neither of both indices.
///
/// @param names all of them; empty if that is not known
/// @param writes those through which clients could write to the source; empty if that is not known
/// @param when that was so, as a part of a sentence
public record MovedSourceAliases(List<String> names, List<String> writes, String when) {
    public MovedSourceAliases {
        names = List.copyOf(names);
        writes = List.copyOf(writes);
    }

    public static MovedSourceAliases sinceBeginning(ControllerEpoch term) {
        return new MovedSourceAliases(
                names(term, SourceAliases.KEY), names(term, SourceAliases.KEY_OF_WRITES), "while the run worked");
    }

    private static List<String> names(ControllerEpoch term, String key) {
        return term.read(key, SourceAliases::decode).map(SourceAliases::names).orElse(List.of());
    }

    /// @param names aliases of production when the cut-over began
    public static MovedSourceAliases sinceCutover(List<String> names, ControllerEpoch term) {
        return new MovedSourceAliases(names, names(term, SourceAliases.KEY_OF_WRITES), "when the cut-over began");
    }

    /// @param here all aliases that the source has now
    public List<NoticedDifference> now(Sides sides, Collection<String> here) throws ElasticException {
        List<NoticedDifference> moved = new ArrayList<>();
        for (String alias : names) {
            if (!here.contains(alias)) {
                List<FoundIndex> others = others(sides, alias);
                if (!others.isEmpty()) {
                    moved.add(moved(
                            alias, "which the source had " + when + ", is on " + FoundIndex.names(others) + " now"));
                }
            } else if (writes.contains(alias)) {
                OtherWriteIndex.of(sides.source(), alias, others(sides))
                        .map(index -> moved(
                                alias,
                                "through which clients could write to the source " + when + ", writes to '"
                                        + Printable.of(index) + "' now"))
                        .ifPresent(moved::add);
            }
        }
        return moved;
    }

    private static NoticedDifference moved(String alias, String how) {
        return new NoticedDifference(
                FieldConsent.SOURCE_ALIAS + alias,
                "alias '" + Printable.of(alias) + "', " + how + ": what clients write through it is not in the target",
                false);
    }

    private static List<FoundIndex> others(Sides sides, String alias) throws ElasticException {
        Predicate<String> isOther = others(sides);
        return sides.source().find(alias).stream()
                .filter(index -> isOther.test(index.name()))
                .toList();
    }

    private static Predicate<String> others(Sides sides) throws ElasticException {
        boolean isOneCluster = sides.oneCluster();
        return name -> !name.equals(sides.sourceIndex()) && !(isOneCluster && name.equals(sides.targetIndex()));
    }
}
