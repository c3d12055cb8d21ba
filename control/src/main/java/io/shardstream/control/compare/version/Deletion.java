package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.compare.scan.DocumentName;
import java.util.Map;
import java.util.Optional;

/// The record by which a document of the target is deleted that the source does not have.
public final class Deletion {
    private Deletion() {}

    /// @param name the document as the target has it, with a word of the run
    /// @param source by source shard, how far it is judged
    /// @return empty if the shard that the word names is not judged, or nothing of it yet
    public static Optional<DocRecord> of(DocumentName name, Map<Integer, SourceWords> source) {
        SourceWords words = source.get(VersionWord.of(name.version()).sourceShard());
        return words == null || words.deletion().isEmpty()
                ? Optional.empty()
                : Optional.of(new DocRecord(
                        name.id(), name.routing(), words.deletion().getAsLong(), null));
    }
}
