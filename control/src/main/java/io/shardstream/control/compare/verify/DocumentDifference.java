package io.shardstream.control.compare.verify;

import io.shardstream.control.compare.scan.DocumentKey;

/// One document that is not the same on both sides.
///
/// @param kind in which way
/// @param document which one
/// @param sourceShard where it lies or lay in the source, -1 where nobody knows
/// @param sourceVersion the version word that the target should hold, [#NONE] where it should hold none
/// @param targetVersion the version that the target holds, [#NONE] where it has none
public record DocumentDifference(
        Kind kind, DocumentKey document, int sourceShard, long sourceVersion, long targetVersion) {
    public static final long NONE = -1;

    /// The same document, seen in another way.
    DocumentDifference as(Kind other) {
        return new DocumentDifference(other, document, sourceShard, sourceVersion, targetVersion);
    }
}
