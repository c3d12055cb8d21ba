package io.shardstream.ittests.simulation.elastic;

import io.shardstream.common.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// What happened to one document under one sequence number.
///
/// @param id of the document; empty where the number was filled with nothing
/// @param routing of the document, null without
/// @param source null for a delete and for nothing
/// @param fillsGap whether a new primary gave out the number for nothing
public record Operation(
        String id, @Nullable String routing, @Nullable Bytes source, boolean fillsGap) {
    static final Operation NOTHING = new Operation("", null, null, true);

    static Operation index(String id, @Nullable String routing, String source) {
        return new Operation(id, routing, Bytes.utf8(source), false);
    }

    static Operation delete(String id, @Nullable String routing) {
        return new Operation(id, routing, null, false);
    }

    /// The whole, for people.
    String text() {
        Bytes body = source;
        return fillsGap ? "nothing" : id + (body == null ? " deleted" : "=" + body.utf8());
    }
}
