package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.source.PrimaryTerms;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a target says of the source that it is a copy of, in `_meta` of its mapping under the key
/// `shardstream`. It is written while the target is empty and never changes: by it a later run can tell what
/// the versions in the target mean when the records of the run that wrote them are gone.
///
/// @param sourceUuid uuid of the source index
/// @param versions which versions the documents have
/// @param histories by source shard, the uuid of its history
/// @param terms by source shard, its primary term
public record TargetMark(String sourceUuid, VersionMode versions, List<String> histories, List<Long> terms) {
    private static final String META = "_meta";
    private static final String OURS = "shardstream";
    private static final JsonMapper MAPPER = new JsonMapper();

    public TargetMark {
        histories = List.copyOf(histories);
        terms = List.copyOf(terms);
    }

    /// That of a source as it is now. Terms are read first: what changes in between only makes more be
    /// compared.
    public static TargetMark now(ElasticCluster source, IndexDescription index, VersionMode versions)
            throws ElasticException {
        List<Long> terms =
                PrimaryTerms.read(source, index.name(), index.shards()).terms();
        List<String> histories = ShardHistories.read(source, index.name(), index.shards())
                .uuids()
                .uuids();
        return new TargetMark(index.uuid(), versions, histories, terms);
    }

    /// The one in a mapping; empty if there is none, or one that this version cannot read.
    ///
    /// @param mapping its root object
    public static Optional<TargetMark> in(JsonNode mapping) {
        JsonNode mark = mapping.path(META).path(OURS);
        String uuid = mark.path("source_uuid").asString("");
        return uuid.isEmpty()
                ? Optional.empty()
                : VersionMode.of(mark.path("version_mode").asString(""))
                        .map(versions -> new TargetMark(
                                uuid,
                                versions,
                                mark.path("histories")
                                        .valueStream()
                                        .map(one -> one.asString(""))
                                        .toList(),
                                mark.path("terms")
                                        .valueStream()
                                        .map(one -> one.asLong(-1))
                                        .toList()));
    }

    /// The mapping with this mark in place of any other; what else `_meta` holds stays.
    ///
    /// @param mapping its root object
    public ObjectNode into(JsonNode mapping) {
        ObjectNode marked =
                mapping instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        marked.set(META, metaOf(mapping));
        return marked;
    }

    /// Puts the mark on an index that is there, which goes on saying who has made it. A node that did not
    /// answer may do so much later, when what the mapping says of itself is another thing, or the index is
    /// another one. So it goes through an alias that is gone by then, and to one address.
    ///
    /// @param through the run's write alias, which the index has
    void put(ElasticCluster target, IndexDescription index, String through) throws ElasticException {
        ObjectNode mark = MAPPER.createObjectNode();
        mark.set(META, metaOf(index.mappings()));
        ObjectNode body = HeldMark.isHeld(index.mappings()) ? HeldMark.held(mark) : mark;
        TargetMaker.in(index.mappings()).ifPresent(maker -> maker.into(body));
        Acknowledged.require(target.sendOnce(
                Call.put("/" + Call.encoded(through) + "/_mapping", Bytes.of(MAPPER.writeValueAsBytes(body)))));
    }

    private ObjectNode metaOf(JsonNode mapping) {
        ObjectNode meta = mapping.path(META) instanceof ObjectNode other
                ? other.deepCopy()
                : JsonNodeFactory.instance.objectNode();
        ObjectNode mark = meta.putObject(OURS).put("source_uuid", sourceUuid).put("version_mode", versions.text());
        ArrayNode uuids = mark.putArray("histories");
        histories.forEach(uuids::add);
        ArrayNode numbers = mark.putArray("terms");
        terms.forEach(numbers::add);
        return meta;
    }
}
