package io.shardstream.control.run.condition;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.difference.ReferredDifferences;
import io.shardstream.control.index.difference.TypeDifference;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.run.block.Sides;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What clients and owners of an index rely on, beside what searches and writes show of its settings and
/// mappings: versions that clients give, the mapping type that they name, aliases, on which shard a document
/// lies, lifecycle policies with the age that they count, and what settings refer to by name.
public final class ClientDifferences {
    private final Sides sides;
    private final VersionMode versions;
    private final Intended intended;
    private final MovedSourceAliases atStart;

    /// @param versions which the target has
    /// @param intended what the run file says that the target shall have otherwise
    /// @param atStart aliases that the source had while the run worked
    public ClientDifferences(Sides sides, VersionMode versions, Intended intended, MovedSourceAliases atStart) {
        this.atStart = atStart;
        this.sides = sides;
        this.versions = versions;
        this.intended = intended;
    }

    public List<NoticedDifference> now() throws ElasticException {
        List<NoticedDifference> noticed = new ArrayList<>();
        List<Alias> production = sides.productionOfSource();
        if (versions == VersionMode.SEQNO) {
            sides.source()
                    .givenVersion(sides.sourceIndex())
                    .map(given -> new NoticedDifference(GivenVersion.NAME, words(given), false))
                    .ifPresent(noticed::add);
        }
        Optional<String> type = sides.source().mappingType(sides.sourceIndex());
        if (type.isPresent()) {
            TypeDifference.of(type, sides.target().mappingType(sides.targetIndex()))
                    .ifPresent(noticed::add);
        }
        IndexDefinition definition = sides.source().definition(sides.sourceIndex());
        IndexSettings source = definition.settings();
        IndexSettings target = sides.target().definition(sides.targetIndex()).settings();
        noticed.addAll(PolicyDifferences.of(sides, source, target, intended));
        ShardRouting from = sides.source().placing(sides.sourceIndex());
        ShardRouting to = sides.target().placing(sides.targetIndex());
        noticed.addAll(RoutedAliases.of(sides.source(), sides.sourceIndex(), from, to));
        noticed.addAll(TargetAliases.alone(sides, production));
        noticed.addAll(
                atStart.now(sides, sides.foundSource().map(FoundIndex::aliases).orElse(Set.of())));
        if (RolledOverAliases.mayEnd(sides.sourceIndex(), sides.targetIndex())) {
            noticed.addAll(RolledOverAliases.of(production, sides.sourceIndex(), sides.targetIndex()));
        }
        noticed.addAll(NextIndices.differing(
                production, sides.source(), sides.sourceIndex(), sides.target(), sides.targetIndex()));
        noticed.addAll(JoinedDocuments.of(sides.source(), sides.sourceIndex(), definition.mapping(), from, to));
        if (!sides.oneCluster()) {
            noticed.addAll(GroupAliases.leftBehind(production, sides.source(), sides.sourceIndex(), sides.target()));
            noticed.addAll(ClusterDifferences.of(sides.source(), sides.target()));
            // What only one of them refers to is a difference of settings, which others tell.
            noticed.addAll(ReferredDifferences.of(
                            Reference.ofBoth(source.set(), target.set()),
                            sides.source()::referred,
                            sides.target()::referred)
                    .all());
        }
        return List.copyOf(noticed);
    }

    private static String words(GivenVersion given) {
        return GivenVersion.NAME + " (the source has " + given.words()
                + "; a run with version.mode: source keeps them)";
    }
}
