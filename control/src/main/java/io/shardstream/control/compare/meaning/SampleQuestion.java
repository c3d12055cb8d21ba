package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What both sides are asked of the documents of a sample.
interface SampleQuestion {
    /// How many fields one search asks for.
    int atOnce();

    /// @param ids of the documents
    /// @param inSource whose fields the side has
    List<SideSearch.Found> ask(SideSearch side, List<Bytes> ids, List<FieldPair> fields, boolean inSource)
            throws ElasticException, NotPrimaryException, InterruptedException;

    /// Whether a document was found by a field.
    ///
    /// @param place of the field among those that were asked for
    default boolean isFoundIn(JsonNode hit, int place) {
        return true;
    }

    /// What is not the same in a document, in words for people, which may be empty; nothing if it is the same.
    ///
    /// @param inSource the hit of the source
    /// @param inTarget that of the target
    /// @param place of the field among those that were asked for
    Optional<String> unlike(JsonNode inSource, JsonNode inTarget, int place, FieldPair field);
}
