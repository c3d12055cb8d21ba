package io.shardstream.writer.bulk;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.line.LineBuffer;
import io.shardstream.common.record.DocRecord;
import java.nio.charset.StandardCharsets;

/// The line of a bulk that says what is done to which document, with the version word as external version.
final class ActionLine {
    /// The longest line for an id and routing without anything to escape, less these.
    static final int OVERHEAD = 110;

    private static final byte[] INDEX = ascii("{\"index\":{\"_id\":");
    private static final byte[] DELETE = ascii("{\"delete\":{\"_id\":");
    private static final byte[] VERSION = ascii(",\"version\":");
    private static final byte[] TYPE = ascii(",\"version_type\":\"external_gte\"");
    private static final byte[] ROUTING = ascii(",\"routing\":");
    private static final byte[] END = ascii("}}\n");

    private ActionLine() {}

    static void write(LineBuffer to, DocRecord document) {
        to.add(document.source() == null ? DELETE : INDEX);
        JsonText.write(to, document.id());
        to.add(VERSION);
        to.add(document.version());
        to.add(TYPE);
        Bytes routing = document.routing();
        if (routing != null) {
            to.add(ROUTING);
            JsonText.write(to, routing);
        }
        to.add(END);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
