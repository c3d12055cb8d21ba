package io.shardstream.control.counting;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.control.compare.scan.DocumentName;

/// A live document of a copy.
///
/// @param seqNo the copy's own number
record Stored(String id, long seqNo, long version, String body) {
    DocumentName name() {
        return new DocumentName(Bytes.utf8(id), null, seqNo, version);
    }
}
