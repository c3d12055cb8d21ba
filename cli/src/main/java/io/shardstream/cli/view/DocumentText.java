package io.shardstream.cli.view;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.line.Printable;
import io.shardstream.control.scan.DocumentKey;

/// A document's name for people, on one line.
public final class DocumentText {
    private DocumentText() {}

    public static String of(DocumentKey document) {
        Bytes routing = document.routing();
        String id = Printable.of(document.id().utf8());
        return routing == null ? id : id + " (routing " + Printable.of(routing.utf8()) + ")";
    }
}
