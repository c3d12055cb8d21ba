package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What the last verification of a run came to, under the key [#KEY] of the control topic.
///
/// @param docsTopicId id of the docs topic that checkpoints and offsets are about
/// @param ended when, to the millisecond
/// @param isFinal whether nothing of the run moved any more
/// @param checkpoints by source shard, the number up to which it was judged; -1 for nothing
/// @param offsets by lane, below which every record had its outcome before the comparison began, and so was
///     judged; empty if something differed, or nobody noted them
/// @param sourceDocuments live documents of the source up to there
/// @param targetWords version words of the target that were held against theirs
/// @param contents documents whose bytes were compared
/// @param differences documents that are not the same, less the rejects
/// @param rejects documents that the target refused and still lacks, or holds in an older state
/// @param repaired differences that were mended before
/// @param rest documents that are no differences, and are not known to be the same; empty in records of
///     format 3, which do not tell them
public record Verified(
        String docsTopicId,
        Instant ended,
        boolean isFinal,
        List<Long> checkpoints,
        List<Long> offsets,
        long sourceDocuments,
        long targetWords,
        long contents,
        long differences,
        long rejects,
        long repaired,
        Optional<Rest> rest) {
    /// The record's key in the control topic.
    public static final String KEY = "verified";

    private static final int FORMAT = 4;
    private static final int OLDEST_FORMAT = 3;

    /// Documents that are no differences, and are not known to be the same.
    ///
    /// @param replaced by an operator, with other bytes than the source's
    /// @param unjudged of the target, with states newer than what was compared
    /// @param unswept that the source has deleted, and the target has until the next sweep
    public record Rest(long replaced, long unjudged, long unswept) {
        public static final Rest NONE = new Rest(0, 0, 0);
    }

    public Verified {
        checkpoints = List.copyOf(checkpoints);
        offsets = List.copyOf(offsets);
    }

    /// Whether the target was found to hold what the source held, and nothing else.
    public boolean isEqual() {
        return differences == 0 && rejects == 0 && rest.equals(Optional.of(Rest.NONE));
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("docs_topic_id", docsTopicId)
                .put("ended_ms", ended.toEpochMilli())
                .put("final", isFinal ? 1 : 0)
                .put("source_documents", sourceDocuments)
                .put("target_words", targetWords)
                .put("contents", contents)
                .put("differences", differences)
                .put("rejects", rejects)
                .put("repaired", repaired);
        rest.ifPresent(some -> object.put("replaced", some.replaced())
                .put("unjudged", some.unjudged())
                .put("unswept", some.unswept()));
        ArrayNode all = object.putArray("checkpoints");
        checkpoints.forEach(all::add);
        ArrayNode lanes = object.putArray("offsets");
        offsets.forEach(lanes::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Verified decode(byte[] value) {
        return StrictObject.decode(
                "verified",
                OLDEST_FORMAT,
                FORMAT,
                value,
                object -> new Verified(
                        object.textOf("docs_topic_id"),
                        Instant.ofEpochMilli(object.longOf("ended_ms")),
                        object.longOf("final") != 0,
                        object.longsOf("checkpoints"),
                        object.longsOf("offsets"),
                        object.longOf("source_documents"),
                        object.longOf("target_words"),
                        object.longOf("contents"),
                        object.longOf("differences"),
                        object.longOf("rejects"),
                        object.longOf("repaired"),
                        object.has("unjudged")
                                ? Optional.of(new Rest(
                                        object.longOf("replaced"), object.longOf("unjudged"), object.longOf("unswept")))
                                : Optional.empty()));
    }
}
