package io.shardstream.reader.publish;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.reader.window.DocumentTally;
import java.util.List;

/// What a window brings to the topics.
///
/// @param documents for the docs topic
/// @param rejects for the rejects topic
/// @param tally how many both are, and the bytes of those for the docs topic
public record WindowRecords(List<Laned<DocRecord>> documents, List<Laned<Reject>> rejects, DocumentTally tally) {
    public static final WindowRecords NOTHING = new WindowRecords(List.of(), List.of(), DocumentTally.NOTHING);

    public WindowRecords {
        documents = List.copyOf(documents);
        rejects = List.copyOf(rejects);
    }

    /// A record and the lane that it goes to.
    public record Laned<T>(int lane, T content) {}

    public int size() {
        return documents.size() + rejects.size();
    }
}
