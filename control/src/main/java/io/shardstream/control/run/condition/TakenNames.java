package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import java.util.ArrayList;
import java.util.List;

/// What of the target's cluster has the name of an alias of production already, where the source is in
/// another cluster: nothing takes such a name away when production moves.
public final class TakenNames {
    /// One name that is taken.
    ///
    /// @param sentence by what, as a part of a sentence
    /// @param isRefused whether the cluster would refuse the target an alias of that name
    public record Taken(String sentence, boolean isRefused) {}

    private final ClusterSwitch cluster;
    private final String index;

    /// @param index the target
    public TakenNames(ClusterSwitch cluster, String index) {
        this.cluster = cluster;
        this.index = index;
    }

    /// @param aliases those of production, as the source has them
    public List<Taken> among(List<Alias> aliases) throws ElasticException {
        List<Taken> all = new ArrayList<>();
        for (Alias alias : aliases) {
            List<FoundIndex> others = cluster.find(alias.name()).stream()
                    .filter(found -> !found.name().equals(index))
                    .toList();
            if (!others.isEmpty()) {
                all.add(taken(alias, others));
            }
        }
        return List.copyOf(all);
    }

    /// No index may have an alias of the name of another index or of a data stream, whose indices have other
    /// names (`AliasValidator` of both servers), and no two indices of an alias may both be its write index
    /// or differ in whether it is hidden (`IndexAbstraction.Alias`).
    private Taken taken(Alias alias, List<FoundIndex> others) throws ElasticException {
        String name = "'" + alias.name() + "'";
        if (others.stream().anyMatch(found -> found.name().equals(alias.name()))) {
            return new Taken(
                    "in the target's cluster an index is called " + name
                            + ", as an alias of the source is: rename or delete one of them",
                    true);
        }
        if (others.stream().noneMatch(found -> found.aliases().contains(alias.name()))) {
            return new Taken(
                    "in the target's cluster " + name + " is a data stream, or an alias of one, with the indices "
                            + FoundIndex.names(others) + ", and an alias of the source has that name: rename or delete"
                            + " one of them",
                    true);
        }
        return new Taken(
                "in the target's cluster alias " + name + " is on " + FoundIndex.names(others)
                        + ": clients would find both through it, or could not write",
                isRefusedBeside(alias, others));
    }

    private boolean isRefusedBeside(Alias alias, List<FoundIndex> others) throws ElasticException {
        for (FoundIndex other : others) {
            for (Alias theirs : cluster.aliases(other.name())) {
                boolean isSecondWriteIndex = theirs.isWriteIndex() && alias.isWriteIndex();
                boolean isOther = isSecondWriteIndex || theirs.isHidden() != alias.isHidden();
                if (theirs.name().equals(alias.name()) && isOther) {
                    return true;
                }
            }
        }
        return false;
    }
}
