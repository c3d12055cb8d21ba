package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Printable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What servers say of themselves, fit for a log.
public final class ErrorText {
    /// A shard that is away (`unavailable_shards_exception`, Elasticsearch 7.17 to 9.5) or whose queue is full
    /// (`es_rejected_execution_exception` of 7.17) is told with the request that it did not take, and a request of
    /// one document is told with that document's bytes. A document that cannot be read is quoted after `[Source:`.
    private static final Pattern QUOTATION =
            Pattern.compile("\\brequest: |\\bBulkShardRequest\\b|\\bsource\\[|\\[Source: |Preview of field's value:");

    /// Characters that are kept of one text of a server.
    private static final int KEPT = 2_000;

    private ErrorText() {}

    /// As much of a text as is kept, and no end of it: a server quotes what it refuses, and that more than
    /// once, so that what it says of a document may be longer than the document.
    public static String kept(String text) {
        return Printable.beginning(text, KEPT);
    }

    /// The reason up to where it may begin to quote a document.
    public static String withoutDocument(String reason) {
        Matcher matcher = QUOTATION.matcher(reason);
        return matcher.find() ? reason.substring(0, matcher.start()).stripTrailing() + " …" : reason;
    }
}
