package io.shardstream.reader.shard;

import io.shardstream.common.elastic.ElasticException;
import java.io.Serial;
import java.time.Duration;

/// Reading stands still at one document, which is too much for the source even when it is asked for alone.
/// The message is a sentence for people, with the source's own words.
final class OneDocumentException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Duration waited;

    /// @param document which one
    /// @param cause [ElasticException#mayBeOfDocuments()]
    OneDocumentException(String document, ElasticException cause) {
        super(sentence(document, cause), cause);
        this.waited = cause instanceof ElasticException.Unreachable unreachable ? unreachable.waited() : Duration.ZERO;
    }

    private static String sentence(String document, ElasticException cause) {
        String advice = switch (cause) {
            case ElasticException.Unreachable late
            when late.isLate() -> "raise it, or find out what the node is busy with";
            case ElasticException.Unreachable _ ->
                "see in that node's log what it fails at; if it is this document, replace or delete it";
            default -> "raise the limit that it names, or give the node more memory";
        };
        return "The source does not return " + document + ", asked for alone (" + cause.getMessage() + "): " + advice
                + "; reading goes on by itself then.";
    }

    /// How long an answer was waited for, zero if one came.
    Duration waited() {
        return waited;
    }
}
