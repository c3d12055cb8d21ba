package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.compare.scan.DocumentKey;
import java.util.LinkedHashMap;
import java.util.Map;

/// A document's name: for people on one line, for machines as fields.
public final class DocumentText {
    private DocumentText() {}

    public static String of(DocumentKey document) {
        Bytes routing = document.routing();
        String id = Printable.of(document.id().utf8());
        return routing == null ? id : id + " (routing " + Printable.of(routing.utf8()) + ")";
    }

    /// `id`, and `routing` if it has one.
    public static Map<String, Object> fields(DocumentKey document) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", document.id().utf8());
        Bytes routing = document.routing();
        if (routing != null) {
            fields.put("routing", routing.utf8());
        }
        return fields;
    }
}
