package io.shardstream.reader.publish;

import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.reader.window.Tally;
import java.util.List;

/// What a window brings to the topics.
///
/// @param documents for the docs topic
/// @param rejects for the rejects topic
/// @param tally how many both are, and the bytes of those for the docs topic
public record Harvest(List<Laned<DocRecord>> documents, List<Laned<Reject>> rejects, Tally tally) {
    public static final Harvest NOTHING = new Harvest(List.of(), List.of(), Tally.NOTHING);

    public Harvest {
        documents = List.copyOf(documents);
        rejects = List.copyOf(rejects);
    }

    /// A record and the lane that it goes to.
    public record Laned<T>(int lane, T content) {}

    public int size() {
        return documents.size() + rejects.size();
    }
}
