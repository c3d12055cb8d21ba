package io.shardstream.common.contract.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a cut-over must remember and no server can tell, under the key [#KEY] of the control topic.
///
/// @param request what began it
/// @param blockedAt when the source's write block was first asked for, to the millisecond; before that, when
///     the cut-over began
/// @param source by source shard, the last sequence number under the block; empty before it is known
/// @param target by target shard, the highest sequence number before clients could write there; empty before
///     it is known
/// @param aliases names of the source's aliases, when the cut-over began, and then those that the swap moves;
///     empty in the notes of an older version
/// @param blockedMillis how long neither index took writes; -1 before the target takes them
public record CutoverNotes(
        Request request,
        Instant blockedAt,
        List<Long> source,
        List<Long> target,
        Optional<List<String>> aliases,
        long blockedMillis) {
    /// The record's key in the control topic.
    public static final String KEY = "cutover";

    private static final int WITHOUT_ALIASES = 1;
    private static final int FORMAT = 2;

    public CutoverNotes {
        source = List.copyOf(source);
        target = List.copyOf(target);
        aliases = aliases.map(List::copyOf);
    }

    public static CutoverNotes begun(Request request, Instant at) {
        return new CutoverNotes(request, at, List.of(), List.of(), Optional.empty(), -1);
    }

    /// The numbers that were known are of before this block.
    public CutoverNotes blocked(Instant at) {
        return new CutoverNotes(request, at, List.of(), List.of(), aliases, -1);
    }

    public CutoverNotes withSource(List<Long> numbers) {
        return new CutoverNotes(request, blockedAt, numbers, target, aliases, blockedMillis);
    }

    public CutoverNotes withTarget(List<Long> numbers) {
        return new CutoverNotes(request, blockedAt, source, numbers, aliases, blockedMillis);
    }

    public CutoverNotes withAliases(List<String> names) {
        return new CutoverNotes(request, blockedAt, source, target, Optional.of(names), blockedMillis);
    }

    public CutoverNotes swappedAfter(long millis) {
        return new CutoverNotes(request, blockedAt, source, target, aliases, millis);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("request", new String(request.encode(), StandardCharsets.UTF_8))
                .put("blocked_at_ms", blockedAt.toEpochMilli())
                .put("blocked_ms", blockedMillis);
        ArrayNode sources = object.putArray("source");
        source.forEach(sources::add);
        ArrayNode targets = object.putArray("target");
        target.forEach(targets::add);
        aliases.ifPresent(names -> {
            ArrayNode all = object.putArray("aliases");
            names.forEach(all::add);
        });
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static CutoverNotes decode(byte[] value) {
        return StrictObject.decode(
                "cutover",
                WITHOUT_ALIASES,
                FORMAT,
                value,
                object -> new CutoverNotes(
                        Request.decode(object.textOf("request").getBytes(StandardCharsets.UTF_8)),
                        Instant.ofEpochMilli(object.longOf("blocked_at_ms")),
                        object.longsOf("source"),
                        object.longsOf("target"),
                        object.has("aliases") ? Optional.of(object.listOf("aliases")) : Optional.empty(),
                        object.longOf("blocked_ms")));
    }
}
