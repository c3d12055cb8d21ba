package io.shardstream.common.contract.record;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a run is: written to the control topic under the key [#KEY], before the first reader or writer
/// starts, and believed by all of them. A run with another source or target is another run. It is written
/// once more whenever everything is read again: then another docs topic stands in it, and nothing else is
/// different.
///
/// @param id of this run alone, whatever its name: that of its [RunId]; if an older version has planned it,
///     that of its first docs topic
/// @param sourceIndex concrete name of the source index
/// @param sourceUuid its uuid
/// @param sourceShards its number of shards, 1 to 1024
/// @param targetIndex concrete name of the target index
/// @param targetUuid its uuid
/// @param targetRouting how the target spreads documents; lane = target shard
/// @param writeAlias the run's own alias of the target, through which everything is written
/// @param docsTopicId id of the docs topic
/// @param generation of docs, outcomes and rejects, see [io.shardstream.common.contract.record.RunTopics]
/// @param maxDocumentBytes largest `_source` that every part of the way can carry
/// @param goal per source shard the global checkpoint at the start; a copy is complete when every one is
///     reached
/// @param goalDocs live documents of the source at the start
/// @param reading how the source is read
public record RunPlan(
        String id,
        String sourceIndex,
        String sourceUuid,
        int sourceShards,
        String targetIndex,
        String targetUuid,
        ShardRouting targetRouting,
        String writeAlias,
        String docsTopicId,
        int generation,
        long maxDocumentBytes,
        List<Long> goal,
        long goalDocs,
        SourceReading reading) {
    /// The record's key in the control topic.
    public static final String KEY = "plan";

    /// The [#generation] of a run that begins.
    public static final int FIRST_GENERATION = 1;

    private static final int FORMAT = 2;

    public RunPlan {
        goal = List.copyOf(goal);
        if (sourceShards < 1 || sourceShards > VersionWord.MAX_SOURCE_SHARDS) {
            throw new IllegalArgumentException("source shards must be 1 to 1024, got " + sourceShards);
        }
        if (goal.size() != sourceShards) {
            throw new IllegalArgumentException(
                    "a goal for each of " + sourceShards + " source shards is needed, got " + goal.size());
        }
        if (generation < 1) {
            throw new IllegalArgumentException("the topics' generation must be 1 or more, got " + generation);
        }
        if (maxDocumentBytes < 1) {
            throw new IllegalArgumentException("the largest document must have a byte, got " + maxDocumentBytes);
        }
    }

    /// The plan of a run whose id is that of its docs topic, as in those of older versions.
    public RunPlan(
            String sourceIndex,
            String sourceUuid,
            int sourceShards,
            String targetIndex,
            String targetUuid,
            ShardRouting targetRouting,
            String writeAlias,
            String docsTopicId,
            long maxDocumentBytes,
            List<Long> goal,
            long goalDocs,
            SourceReading reading) {
        this(
                docsTopicId,
                sourceIndex,
                sourceUuid,
                sourceShards,
                targetIndex,
                targetUuid,
                targetRouting,
                writeAlias,
                docsTopicId,
                FIRST_GENERATION,
                maxDocumentBytes,
                goal,
                goalDocs,
                reading);
    }

    /// The plan of a run that begins and reads its source as usual.
    public RunPlan(
            String sourceIndex,
            String sourceUuid,
            int sourceShards,
            String targetIndex,
            String targetUuid,
            ShardRouting targetRouting,
            String writeAlias,
            String docsTopicId,
            long maxDocumentBytes,
            List<Long> goal,
            long goalDocs) {
        this(
                sourceIndex,
                sourceUuid,
                sourceShards,
                targetIndex,
                targetUuid,
                targetRouting,
                writeAlias,
                docsTopicId,
                maxDocumentBytes,
                goal,
                goalDocs,
                SourceReading.USUAL);
    }

    /// The same run when everything is read again.
    ///
    /// @param newDocsTopicId of the docs topic of the next generation
    public RunPlan readAgain(String newDocsTopicId) {
        return new RunPlan(
                id,
                sourceIndex,
                sourceUuid,
                sourceShards,
                targetIndex,
                targetUuid,
                targetRouting,
                writeAlias,
                newDocsTopicId,
                generation + 1,
                maxDocumentBytes,
                goal,
                goalDocs,
                reading);
    }

    /// Partitions of docs, outcomes and rejects.
    public int lanes() {
        return targetRouting.shards();
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("id", id)
                .put("source_index", sourceIndex)
                .put("source_uuid", sourceUuid)
                .put("source_shards", sourceShards)
                .put("target_index", targetIndex)
                .put("target_uuid", targetUuid)
                .put("target_shards", targetRouting.shards())
                .put("target_routing_num_shards", targetRouting.routingNumShards())
                .put("target_routing_partition_size", targetRouting.partitionSize())
                .put("target_routing_function", targetRouting.function().name().toLowerCase(Locale.ROOT))
                .put("write_alias", writeAlias)
                .put("docs_topic_id", docsTopicId)
                .put("generation", generation)
                .put("max_document_bytes", maxDocumentBytes)
                .put("goal_docs", goalDocs)
                .put("version_mode", reading.versions().text())
                .put("in_slices", reading.inSlices())
                .put("may_route", reading.mayRoute());
        ArrayNode goals = object.putArray("goal");
        goal.forEach(goals::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not a plan of this format
    public static RunPlan decode(byte[] value) {
        return StrictObject.decode(
                "plan",
                FORMAT,
                value,
                object -> new RunPlan(
                        object.textOf("id"),
                        object.textOf("source_index"),
                        object.textOf("source_uuid"),
                        object.intOf("source_shards"),
                        object.textOf("target_index"),
                        object.textOf("target_uuid"),
                        new ShardRouting(
                                object.intOf("target_shards"),
                                object.intOf("target_routing_num_shards"),
                                object.intOf("target_routing_partition_size"),
                                functionOf(object.textOf("target_routing_function"))),
                        object.textOf("write_alias"),
                        object.textOf("docs_topic_id"),
                        object.intOf("generation"),
                        object.longOf("max_document_bytes"),
                        object.longsOf("goal"),
                        object.longOf("goal_docs"),
                        new SourceReading(
                                versionModeOf(object.textOf("version_mode")),
                                object.booleanOf("in_slices"),
                                object.booleanOf("may_route"))));
    }

    private static VersionMode versionModeOf(String name) {
        return VersionMode.of(name)
                .orElseThrow(() -> new UnknownRecordException("plan: version mode is not known: " + name));
    }

    private static RoutingFunction functionOf(String name) {
        return Arrays.stream(RoutingFunction.values())
                .filter(function -> function.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new UnknownRecordException("plan: routing function is not known: " + name));
    }
}
