package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Reads indices out of the state of a cluster. `_cluster/state` takes an alias for its indices, leaves out
/// what it does not know, and is answered by the elected master, or on Elasticsearch 9.2 and later by the
/// node that is asked ([WholeState]).
final class FoundIndices {
    private static final String FIELDS = "blocks,metadata.indices.*.state,metadata.indices.*.aliases,"
            + "metadata.indices.*.settings.index.uuid,routing_table.indices.*.shards.*.primary,"
            + "routing_table.indices.*.shards.*.state";
    /// `IndexMetadata.INDEX_WRITE_BLOCK`, and `MetadataIndexStateService.INDEX_CLOSED_BLOCK`, which is told
    /// otherwise.
    private static final Set<String> TOLD_OTHERWISE = Set.of("8", "4");
    /// A primary that moves to another node works until it has handed over.
    private static final Set<String> AT_WORK = Set.of("STARTED", "RELOCATING");

    private FoundIndices() {}

    static List<FoundIndex> of(ElasticCluster cluster, String name) throws ElasticException {
        JsonNode state = WholeState.of(cluster, "metadata,routing_table", name, FIELDS);
        List<FoundIndex> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> index :
                state.path("metadata").path("indices").properties()) {
            found.add(read(cluster.name(), index.getKey(), index.getValue(), state));
        }
        return List.copyOf(found);
    }

    private static FoundIndex read(String cluster, String name, JsonNode metadata, JsonNode state)
            throws ElasticException.Malformed {
        requireWhole(cluster, name, metadata, state);
        JsonNode shards = state.path("routing_table").path("indices").path(name).path("shards");
        List<Integer> withoutPrimary = new ArrayList<>();
        for (Map.Entry<String, JsonNode> shard : shards.properties()) {
            if (!hasPrimary(shard.getValue())) {
                withoutPrimary.add(Integer.valueOf(shard.getKey()));
            }
        }
        Set<String> aliases = new HashSet<>();
        metadata.path("aliases").forEach(alias -> aliases.add(alias.asString("")));
        List<StateBlock> blocks = new ArrayList<>();
        JsonNode all = state.path("blocks");
        all.path("indices").path(name).properties().stream()
                .filter(block -> !TOLD_OTHERWISE.contains(block.getKey()))
                .forEach(block -> blocks.add(read(block, false)));
        all.path("global").properties().forEach(block -> blocks.add(read(block, true)));
        return new FoundIndex(
                name,
                metadata.path("settings").path("index").path("uuid").asString(""),
                metadata.path("state").asString("").equals("open"),
                shards.size(),
                withoutPrimary.stream().sorted().toList(),
                aliases,
                blocks);
    }

    /// What is empty may be left out of it. An index without shards would lack no primary, and one whose blocks
    /// cannot be read would have none.
    private static void requireWhole(String cluster, String name, JsonNode metadata, JsonNode state)
            throws ElasticException.Malformed {
        JsonNode shards = state.path("routing_table").path("indices").path(name).path("shards");
        JsonNode aliases = metadata.path("aliases");
        JsonNode uuid = metadata.path("settings").path("index").path("uuid");
        boolean isOpen = metadata.path("state").asString("").equals("open");
        boolean isWhole = AnswerValues.isObjectOrLeftOut(shards)
                && !(isOpen && shards.isEmpty())
                && shards.propertyStream()
                        .allMatch(shard -> AnswerValues.shard(shard.getKey()).isPresent())
                && AnswerValues.isTextsOrLeftOut(aliases)
                && tellsBlocks(state, name)
                && metadata.path("state").isString()
                && uuid.isString()
                && !uuid.stringValue().isEmpty();
        if (!isWhole) {
            throw new ElasticException.Malformed(
                    "The " + cluster + " does not tell shards, aliases and blocks of index '" + name + "'");
        }
    }

    /// Whether the blocks of an index can be read, where it has any.
    static boolean tellsBlocks(JsonNode state, String index) {
        JsonNode blocks = state.path("blocks");
        return Stream.of(blocks, blocks.path("indices"), blocks.path("indices").path(index))
                .allMatch(AnswerValues::isObjectOrLeftOut);
    }

    /// One whose levels are not said is taken for one that refuses everything.
    private static StateBlock read(Map.Entry<String, JsonNode> block, boolean isOfCluster) {
        Set<String> levels = new HashSet<>();
        block.getValue()
                .path("levels")
                .forEach(level -> levels.add(level.asString("").toLowerCase(Locale.ROOT)));
        return new StateBlock(
                block.getValue().path("description").asString(block.getKey()),
                levels.isEmpty() ? StateBlock.ALL_LEVELS : levels,
                isOfCluster);
    }

    private static boolean hasPrimary(JsonNode copies) {
        return copies.valueStream()
                .anyMatch(copy -> copy.path("primary").asBoolean(false)
                        && AT_WORK.contains(copy.path("state").asString("")));
    }
}
