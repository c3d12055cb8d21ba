package io.shardstream.writer.answer;

import java.util.Optional;
import java.util.regex.Pattern;

/// Finds those answers with status 400 that are not about a document. All of them were seen on 9.5.3, but
/// that of a full shard, whose words are those of the servers' code.
final class BadRequests {
    /// As `MapperService.merge` and the mappers' own `mergeWith` of Elasticsearch and OpenSearch say it.
    private static final Pattern OF_TWO_MAPPINGS =
            Pattern.compile("cannot be changed from|[Cc]an't merge|[Cc]annot merge|conflicts with|Conflicts:");

    /// As `InternalEngine.tryAcquireInFlightDocs` says it, for a delete too, whose tombstone is a document:
    /// "Number of documents in the shard cannot exceed" (Elasticsearch 8.19 and 9.5), "Number of documents in
    /// the index can't exceed" (before, and OpenSearch); and Lucene's `IndexWriter` itself, "number of
    /// documents in the index cannot exceed".
    private static final Pattern FULL_SHARD = Pattern.compile(
            "number of documents in the (?:shard|index) (?:cannot|can't) exceed", Pattern.CASE_INSENSITIVE);

    private BadRequests() {}

    /// Whether a document that is refused may be taken when it is sent once more.
    ///
    /// Shards that meet a field for the first time at the same moment ask the master for a type each. Whose
    /// comes second is refused ("mapper [n] cannot be changed from type [long] to [float]"), and its document
    /// fits into the type of the other, or not, when it is sent again. So it is with a limit of the mapping,
    /// or an inference endpoint, that is mended at that moment. A value that a field cannot take stays one.
    static boolean mayPass(String type, String reason) {
        return switch (type) {
            case "illegal_argument_exception",
                    "mapper_exception",
                    "strict_dynamic_mapping_exception",
                    "resource_not_found_exception" -> true;
            case "mapper_parsing_exception", "document_parsing_exception" ->
                OF_TWO_MAPPINGS.matcher(reason).find();
            default -> false;
        };
    }

    /// Why nothing can be written; empty if it is the document that is refused.
    static Optional<StopCause> stopCause(String type, String reason) {
        return switch (type) {
            case "index_closed_exception" -> Optional.of(StopCause.CLOSED);
            // A delete through an alias that is gone: the name has a capital letter, so no index of it can be created.
            case "invalid_index_name_exception" -> Optional.of(StopCause.NO_TARGET);
            case "illegal_argument_exception" -> illegalArgument(reason);
            default -> Optional.empty();
        };
    }

    private static Optional<StopCause> illegalArgument(String reason) {
        if (reason.startsWith("no write index is defined for alias [")) {
            return Optional.of(StopCause.NO_TARGET);
        }
        if (reason.startsWith("pipeline with id [") && reason.endsWith("] does not exist")) {
            return Optional.of(StopCause.PIPELINE);
        }
        if (reason.startsWith("request [") && reason.contains("] contains unrecognized parameter")) {
            return Optional.of(StopCause.REQUEST);
        }
        if (FULL_SHARD.matcher(reason).lookingAt()) {
            return Optional.of(StopCause.FULL_SHARD);
        }
        return Optional.empty();
    }
}
