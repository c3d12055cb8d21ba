package io.shardstream.cli.verify;

import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.view.DocumentText;
import io.shardstream.cli.view.Json;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.verify.DocumentDifference;
import java.util.LinkedHashMap;
import java.util.Map;

/// A document on a line of its own.
final class DocumentLine {
    private DocumentLine() {}

    static String of(DocumentKey document, OutputFormat format) {
        return switch (format) {
            case table -> DocumentText.of(document);
            case json -> Json.line(DocumentText.fields(document));
        };
    }

    static String of(DocumentDifference difference, OutputFormat format) {
        return switch (format) {
            case table -> "%-15s  %s".formatted(difference.kind().label(), DocumentText.of(difference.document()));
            case json -> Json.line(fields(difference));
        };
    }

    static Map<String, Object> fields(DocumentDifference difference) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", difference.kind().label());
        fields.putAll(DocumentText.fields(difference.document()));
        putIfKnown(fields, "source_shard", difference.sourceShard());
        putIfKnown(fields, "source_version", difference.sourceVersion());
        putIfKnown(fields, "target_version", difference.targetVersion());
        return fields;
    }

    private static void putIfKnown(Map<String, Object> fields, String name, long value) {
        if (value != DocumentDifference.NONE) {
            fields.put(name, value);
        }
    }
}
