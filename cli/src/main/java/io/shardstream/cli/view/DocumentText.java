package io.shardstream.cli.view;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.control.scan.DocumentKey;

/// A document's name for people.
public final class DocumentText {
    private DocumentText() {}

    public static String of(DocumentKey document) {
        Bytes routing = document.routing();
        return routing == null ? document.id().utf8() : document.id().utf8() + " (routing " + routing.utf8() + ")";
    }
}
