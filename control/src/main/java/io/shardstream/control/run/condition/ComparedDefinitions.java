package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.difference.NoticedDifferences;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.run.block.Sides;
import java.util.List;
import java.util.Optional;

/// Settings and mappings of both sides as they are now.
public record ComparedDefinitions(IndexDefinition source, IndexDefinition target) {
    public static ComparedDefinitions now(Sides sides) throws ElasticException {
        return new ComparedDefinitions(
                sides.source().definition(sides.sourceIndex()), sides.target().definition(sides.targetIndex()));
    }

    /// What clients would notice who write without a routing: they are refused by one side only. No server
    /// changes that of an index that is there.
    Optional<String> routing() {
        if (source.isRoutingRequired() == target.isRoutingRequired()) {
            return Optional.empty();
        }
        return Optional.of(
                source.isRoutingRequired()
                        ? "the source refuses writes without a routing (_routing.required), and the target takes them:"
                                + " copy it into a target whose mapping has _routing.required"
                        : "the target refuses writes without a routing (_routing.required), and the source takes them:"
                                + " copy it into a target whose mapping has no _routing.required");
    }

    /// The same but for what both sides say of new fields: the target is given that right before the swap.
    public ComparedDefinitions withoutLevels() {
        return new ComparedDefinitions(shut(source), shut(target));
    }

    private static IndexDefinition shut(IndexDefinition side) {
        return new IndexDefinition(MappingLevels.shut(side.mapping()), side.settings());
    }

    public List<NoticedDifference> noticed(Intended intended) {
        return NoticedDifferences.of(source, target, intended);
    }
}
