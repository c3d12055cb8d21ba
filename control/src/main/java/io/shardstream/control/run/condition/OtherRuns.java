package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.MarkedTarget;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Whereabouts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Other runs that need the index which one run copies: they copy it, too, have it as their way back, or
/// write to it, or were cut over to it. Whoever deletes it ends them.
///
/// They are known by their control topics, if they have the same Kafka, and by the aliases of their targets
/// with what the mapping says of their source, if these are in a cluster of the run that asks. One that has
/// another Kafka and another target cluster is not seen.
///
/// @param runs by name, why each needs the index, as the part of a sentence
/// @param unseen which runs of Kafka could not be seen, and why, as the end of a sentence; empty if all were
public record OtherRuns(SortedMap<String, String> runs, Optional<String> unseen) {
    /// How a run is looked for.
    ///
    /// @param index the name of its source
    /// @param uuid of its source
    /// @param own its aliases
    public record Of(String index, String uuid, RunAliases own) {}

    /// Asks clusters and Kafka.
    ///
    /// @param clusters in which the other runs may have their targets, that of the source first
    public static OtherRuns now(Of of, Collection<ClusterSwitch> clusters, KnownRuns kafka) throws ElasticException {
        return of(
                of, marked(clusters), here(of, clusters), kafka.others(of.own().run()));
    }

    public static OtherRuns now(Sides sides, KnownRuns kafka) throws ElasticException {
        return now(of(sides), clusters(sides), kafka);
    }

    private static Of of(Sides sides) {
        return new Of(sides.sourceIndex(), sides.sourceUuid(), sides.names());
    }

    private static List<ClusterSwitch> clusters(Sides sides) throws ElasticException {
        return sides.oneCluster() ? List.of(sides.target()) : List.of(sides.source(), sides.target());
    }

    /// Asks the clusters, and Kafka only where another run seems to need the index that may be over.
    ///
    /// @param accepted names of differences that count for nothing
    public static OtherRuns soon(Sides sides, KnownRuns kafka, Collection<String> accepted) throws ElasticException {
        Of of = of(sides);
        List<ClusterSwitch> clusters = clusters(sides);
        List<MarkedTarget> marked = marked(clusters);
        Set<String> here = here(of, clusters);
        OtherRuns seen = of(of, marked, here, KnownRuns.NONE.others(""));
        boolean isAccepted = seen.noticed().stream().allMatch(one -> accepted.contains(one.name()));
        return isAccepted ? seen : of(of, marked, here, kafka.others(of.own().run()));
    }

    private static List<MarkedTarget> marked(Collection<ClusterSwitch> clusters) throws ElasticException {
        List<MarkedTarget> all = new ArrayList<>();
        for (ClusterSwitch cluster : clusters) {
            all.addAll(cluster.targetsOfRuns());
        }
        return all;
    }

    /// The aliases of the index itself.
    private static Set<String> here(Of of, Collection<ClusterSwitch> clusters) throws ElasticException {
        return Whereabouts.aliases(clusters.iterator().next(), of.index(), of.uuid());
    }

    /// @param here aliases of the index itself
    static OtherRuns of(Of of, Collection<MarkedTarget> marked, Set<String> here, KnownRuns.Seen seen) {
        SortedMap<String, String> needing = new TreeMap<>();
        for (KnownRuns.Known run : seen.runs()) {
            boolean isTarget = run.plan().targetUuid().equals(of.uuid());
            if ((isTarget || run.plan().sourceUuid().equals(of.uuid())) && !run.isOver()) {
                needing.put(run.run(), words(run, isTarget));
            }
        }
        // A run never gives its own source the mark of a cut-over: one of its name is of an earlier one.
        here.stream()
                .sorted()
                .map(OwnAlias::of)
                .flatMap(Optional::stream)
                .filter(alias -> alias.is(AliasKind.LIVE) || !of.own().isOf(alias.name()))
                .filter(alias -> isOfNeed(alias) && !isOver(alias, seen.runs()))
                .forEach(alias -> needing.putIfAbsent(alias.run(), words(alias)));
        for (MarkedTarget target : marked) {
            if (target.sourceUuid().equals(of.uuid())) {
                target.aliases().stream()
                        .sorted()
                        .filter(alias -> !of.own().isOf(alias))
                        .map(OwnAlias::of)
                        .flatMap(Optional::stream)
                        .filter(alias -> isOfNeed(alias) && !isOver(alias, seen.runs()))
                        .forEach(alias -> needing.putIfAbsent(alias.run(), words(alias, target)));
            }
        }
        return new OtherRuns(needing, seen.unseen());
    }

    /// Whether a run that has given its target such an alias goes on, or may move production back.
    private static boolean isOfNeed(OwnAlias alias) {
        return alias.is(AliasKind.WRITE) || alias.is(AliasKind.SWAP) || alias.is(AliasKind.LIVE);
    }

    /// The mark of a cut-over does not say which run of a name it is of, and is gone when its own is over.
    private static boolean isOver(OwnAlias alias, List<KnownRuns.Known> known) {
        return !alias.is(AliasKind.LIVE)
                && known.stream()
                        .filter(KnownRuns.Known::isOver)
                        .anyMatch(run -> alias.name().equals(run.plan().writeAlias())
                                || alias.name()
                                        .startsWith(AliasKind.SWAP.of(run.run())
                                                + run.plan().id() + "-"));
    }

    private static String words(KnownRuns.Known run, boolean isTarget) {
        String target = "'" + run.plan().targetIndex() + "'";
        return run.phase() == Phase.COMPLETED
                ? "was cut over to " + target + " and may be rolled back"
                : (isTarget ? "writes to it" : "copies it into " + target) + ", and is in "
                        + run.phase().label();
    }

    private static String words(OwnAlias alias) {
        return (alias.is(AliasKind.LIVE) ? "was cut over to it and may be rolled back" : "writes to it")
                + ", by its alias '" + Printable.of(alias.name()) + "'";
    }

    private static String words(OwnAlias alias, MarkedTarget target) {
        return (alias.is(AliasKind.LIVE) ? "was cut over to '" : "copies it into '") + target.index()
                + "', which has the alias '" + Printable.of(alias.name()) + "'";
    }

    /// Each with the name by which it is accepted that the index is deleted all the same.
    public List<NoticedDifference> noticed() {
        return runs.entrySet().stream()
                .map(run -> new NoticedDifference(FieldConsent.OTHER_RUN + run.getKey(), named(run), false))
                .toList();
    }

    private static String named(Map.Entry<String, String> run) {
        return "run '" + run.getKey() + "' (which " + run.getValue() + ")";
    }

    /// Which they are, as the part of a sentence; empty if there are none.
    public Optional<String> named() {
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(
                        ", ", runs.entrySet().stream().map(OtherRuns::named).toList()));
    }
}
