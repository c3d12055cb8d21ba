package io.shardstream.writer.answer;

import java.util.Optional;

/// Finds those answers with status 400 that are not about a document. All of them were seen on 9.5.3.
final class BadRequests {
    private BadRequests() {}

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
        if (reason.contains("contains unrecognized parameter")) {
            return Optional.of(StopCause.REQUEST);
        }
        return Optional.empty();
    }
}
