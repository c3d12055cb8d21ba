package io.shardstream.writer.send;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.LineBuffer;
import io.shardstream.common.contract.bytes.SourceLine;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionMode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The lines of one bulk request.
///
/// @param lines an action line for each document and, unless it is a delete, its source
/// @param leftOut which documents, by index, are not in it, because they cannot be written as one line
public record BulkBody(Bytes lines, Set<Integer> leftOut) {
    public BulkBody {
        leftOut = Set.copyOf(leftOut);
    }

    /// Bytes that a document takes in a body, roughly: more if its id needs escapes.
    public static long sizeOf(DocRecord document) {
        return document.size() + ActionLine.OVERHEAD;
    }

    /// One that gives every document its version word.
    ///
    /// @throws IllegalArgumentException if all of it is longer than an array can be
    public static BulkBody of(List<DocRecord> documents) {
        return of(documents, VersionMode.SEQNO);
    }

    /// @throws IllegalArgumentException if all of it is longer than an array can be
    public static BulkBody of(List<DocRecord> documents, VersionMode versions) {
        LineBuffer buffer =
                new LineBuffer(documents.stream().mapToLong(BulkBody::sizeOf).sum());
        Set<Integer> leftOut = new TreeSet<>();
        for (int i = 0; i < documents.size(); i++) {
            if (!write(buffer, documents.get(i), versions)) {
                leftOut.add(i);
            }
        }
        return new BulkBody(buffer.toBytes(), leftOut);
    }

    private static boolean write(LineBuffer buffer, DocRecord document, VersionMode versions) {
        int before = buffer.length();
        ActionLine.write(buffer, document, versions);
        Bytes source = document.source();
        if (source == null || SourceLine.write(buffer, source)) {
            return true;
        }
        buffer.cutTo(before);
        return false;
    }
}
