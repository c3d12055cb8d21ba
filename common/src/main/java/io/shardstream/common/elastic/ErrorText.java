package io.shardstream.common.elastic;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What servers say of themselves, fit for a log.
public final class ErrorText {
    /// A shard that is away (`unavailable_shards_exception`, Elasticsearch 7.17 to 9.5) or whose queue is full
    /// (`es_rejected_execution_exception` of 7.17) is told with the request that it did not take, and a request of
    /// one document is told with that document's bytes. A document that cannot be read is quoted after `[Source:`.
    private static final Pattern QUOTATION =
            Pattern.compile("\\brequest: |\\bBulkShardRequest\\b|\\bsource\\[|\\[Source: |Preview of field's value:");

    private ErrorText() {}

    /// The reason up to where it may begin to quote a document.
    public static String withoutDocument(String reason) {
        Matcher matcher = QUOTATION.matcher(reason);
        return matcher.find() ? reason.substring(0, matcher.start()).stripTrailing() + " …" : reason;
    }
}
