package io.shardstream.writer.send;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.LineBuffer;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionMode;
import java.nio.charset.StandardCharsets;

/// The line of a bulk that says what is done to which document, and in which version.
final class ActionLine {
    /// The longest line for an id and routing without anything to escape, less these.
    static final int OVERHEAD = 110;

    private static final byte[] INDEX = ascii("{\"index\":{\"_id\":");
    private static final byte[] CREATE = ascii("{\"create\":{\"_id\":");
    private static final byte[] DELETE = ascii("{\"delete\":{\"_id\":");
    private static final byte[] VERSION = ascii(",\"version\":");
    private static final byte[] TYPE = ascii(",\"version_type\":\"external_gte\"");
    private static final byte[] ROUTING = ascii(",\"routing\":");
    private static final byte[] END = ascii("}}\n");

    private ActionLine() {}

    /// @throws IllegalArgumentException if a document is to be deleted that may only be created
    static void write(LineBuffer to, DocRecord document, VersionMode versions) {
        switch (versions) {
            case SEQNO, SOURCE -> {
                to.add(document.source() == null ? DELETE : INDEX);
                JsonText.write(to, document.id());
                to.add(VERSION);
                to.add(document.version());
                to.add(TYPE);
            }
            case CREATE -> {
                if (document.source() == null) {
                    throw new IllegalArgumentException("a delete of a run whose version.mode is create");
                }
                to.add(CREATE);
                JsonText.write(to, document.id());
            }
        }
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
