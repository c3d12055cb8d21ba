package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// What happened to one document under one sequence number.
///
/// @param id of the document; empty where the number was filled with nothing
/// @param routing of the document, null without
/// @param source null for a delete and for nothing
/// @param fillsGap whether a new primary gave out the number for nothing
public record ModelOperation(
        String id, @Nullable String routing, @Nullable Bytes source, boolean fillsGap) {
    static final ModelOperation NOTHING = new ModelOperation("", null, null, true);

    static ModelOperation index(String id, @Nullable String routing, String source) {
        return new ModelOperation(id, routing, Bytes.utf8(source), false);
    }

    static ModelOperation delete(String id, @Nullable String routing) {
        return new ModelOperation(id, routing, null, false);
    }

    /// The whole, for people.
    String text() {
        Bytes body = source;
        return fillsGap ? "nothing" : id + (body == null ? " deleted" : "=" + body.utf8());
    }
}
