package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.common.shard.TargetOwner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a run has in one cluster beside documents: the aliases that it has given its indices, by which
/// writers, blocks and swaps find them, and the anchors on which some of these depend. Other indices stay,
/// whoever made them.
public final class RunInCluster {
    private final ClusterSwitch cluster;
    private final RunAliases names;
    private final String target;
    private final Collection<String> indices;

    /// @param indices names of those to which the run may have given aliases
    public RunInCluster(ClusterSwitch cluster, String run, RunPlan plan, Collection<String> indices) {
        this(
                cluster,
                new RunAliases(run, plan.writeAlias(), plan.id()),
                plan.targetIndex(),
                Stream.concat(indices.stream(), Stream.of(plan.writeAlias())).toList());
    }

    private RunInCluster(ClusterSwitch cluster, RunAliases names, String target, Collection<String> indices) {
        this.cluster = cluster;
        this.names = names;
        this.target = target;
        this.indices = new TreeSet<>(indices);
    }

    /// The target of a run that has no plan.
    ///
    /// @param owner under which names the run has taken it, or not; it is looked for by these, too
    /// @param index its name, as the run file has it now
    public static RunInCluster beforePlan(ClusterSwitch cluster, TargetOwner owner, String index) {
        return new RunInCluster(
                cluster,
                new RunAliases(owner.run(), owner.writeAlias(), owner.id()),
                index,
                List.of(index, owner.writeAlias(), owner.claim()));
    }

    /// An alias of an index.
    ///
    /// @param isMarkOfCutover whether it says that production is on the index by a cut-over of a run of that
    ///     name
    /// @param isMarkOfRollback whether it says that a rollback of a run of that name has moved production
    ///     away
    /// @param isOfBlock whether the run has set or lifted the write block of the index through it
    /// @param isOfAnchor whether the index is an [Anchor], which goes with it
    public record Given(
            String index,
            String alias,
            boolean isMarkOfCutover,
            boolean isMarkOfRollback,
            boolean isOfBlock,
            boolean isOfAnchor) {}

    /// Anchors of the run's own names of blocks, be these there or not. What else has such a mark is the
    /// anchor of a later name.
    public List<Given> anchors() throws ElasticException {
        List<Given> given = new ArrayList<>();
        for (FoundIndex found : cluster.find(RunAliases.ANCHORS)) {
            new TreeSet<>(found.aliases())
                    .stream()
                            .filter(names::isOf)
                            .filter(mark -> Anchor.ofMark(mark)
                                    .filter(anchor -> anchor.index().equals(found.name()))
                                    .isPresent())
                            .map(mark -> given(found.name(), mark))
                            .forEach(given::add);
        }
        return given;
    }

    /// The aliases of the run, as the cluster's state has them; also where a snapshot of one of its indices was
    /// restored with its aliases under another name.
    ///
    /// @throws ElasticException also while the state is not whole
    public List<Given> aliases() throws ElasticException {
        Set<Given> given = new LinkedHashSet<>();
        for (String index : indices) {
            given.addAll(under(index));
        }
        // A name without the run's id may be that of another run.
        Set<String> aliases =
                given.stream().map(Given::alias).filter(names::hasId).collect(Collectors.toCollection(TreeSet::new));
        for (String alias : aliases) {
            given.addAll(under(alias));
        }
        return given.stream()
                .sorted(Comparator.comparing(Given::index).thenComparing(Given::alias))
                .toList();
    }

    /// @param name of an index or an alias
    private List<Given> under(String name) throws ElasticException {
        List<Given> given = new ArrayList<>();
        for (FoundIndex found : cluster.find(name)) {
            new TreeSet<>(found.aliases())
                    .stream()
                            .filter(alias -> names.isOf(alias) && !Anchor.is(found.name()))
                            .map(alias -> given(found.name(), alias))
                            .forEach(given::add);
        }
        return given;
    }

    private Given given(String index, String alias) {
        return new Given(
                index,
                alias,
                alias.equals(names.live()),
                alias.equals(names.returned()),
                alias.startsWith(names.blockPrefix()),
                Anchor.is(index));
    }

    /// Takes these away, all or none, and anchors after that. A target that clients have used, or may use
    /// since its copy has ended or since a cut-over to it was tried, says so by its alias, and before that is
    /// gone by its mapping: no run may adopt it. What clients delete would come back, and what they update
    /// counts versions up from those of the run, which look like those of later states of the source.
    ///
    /// @return false if one of them was gone, and nothing was taken away
    public boolean drop(List<Given> given) throws ElasticException {
        for (Given one : given) {
            if (maySpeakOfClients(one)) {
                cluster.markReleased(one.index());
            }
        }
        List<AliasChange> gone = given.stream()
                .filter(one -> !one.isOfAnchor())
                .<AliasChange>map(one -> new AliasChange.Remove(one.index(), one.alias()))
                .toList();
        if (!gone.isEmpty() && !cluster.change(gone)) {
            return false;
        }
        for (Given one : given) {
            if (one.isOfAnchor()) {
                cluster.delete(one.index());
            }
        }
        return true;
    }

    private boolean maySpeakOfClients(Given one) {
        return (one.isOfBlock() && one.index().equals(target))
                || OwnAlias.of(one.alias())
                        .filter(alias -> alias.is(AliasKind.DONE) || alias.is(AliasKind.RETURNED))
                        .isPresent();
    }

    /// Whether writes to an index are refused by its write block; false if there is no such index.
    public boolean isBlocked(String index) throws ElasticException {
        Optional<FoundIndex> found = FoundIndex.of(cluster, index);
        return found.isPresent() && cluster.writeBlock(index).isThere();
    }
}
