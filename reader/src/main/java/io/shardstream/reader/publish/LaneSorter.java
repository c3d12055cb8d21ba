package io.shardstream.reader.publish;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.Unread;
import io.shardstream.reader.window.DocumentTally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gives the documents of one source shard their versions and lanes. May be used by any thread.
public final class LaneSorter {
    private final ShardRouter router;
    private final long maxDocumentBytes;
    private final SourceReading reading;
    private final String source;
    private final int shard;
    private final int lineage;

    public LaneSorter(RunPlan plan, int shard, int lineage) {
        this.router = new ShardRouter(plan.targetRouting());
        this.maxDocumentBytes = plan.maxDocumentBytes();
        this.reading = plan.reading();
        this.source = plan.sourceIndex();
        this.shard = shard;
        this.lineage = lineage;
    }

    /// The number of the source shard.
    public int shard() {
        return shard;
    }

    /// @param hits documents with their sources
    /// @param unread documents that could not be read
    public WindowRecords harvest(List<Hit> hits, List<Unread> unread) {
        List<WindowRecords.Laned<DocRecord>> documents = new ArrayList<>(hits.size());
        List<WindowRecords.Laned<Reject>> rejects = new ArrayList<>();
        long bytes = 0;
        for (Hit hit : hits) {
            Bytes source = hit.source();
            if (source != null && source.length() <= maxDocumentBytes) {
                documents.add(new WindowRecords.Laned<>(laneOf(hit), recordOf(hit, source)));
                bytes += source.length();
            } else {
                rejects.add(reject(hit, Reject.TOO_LARGE, tooLarge(source)));
            }
        }
        unread.forEach(document -> rejects.add(reject(document.name(), document.type(), document.reason())));
        // One lane after the other, so that batches fill: the producer sends those of all lanes once one has waited.
        documents.sort(Comparator.comparingInt(WindowRecords.Laned::lane));
        return new WindowRecords(documents, rejects, new DocumentTally(documents.size() + rejects.size(), bytes));
    }

    private WindowRecords.Laned<Reject> reject(Hit hit, String type, String reason) {
        DocRecord record = recordOf(hit, Bytes.EMPTY);
        return new WindowRecords.Laned<>(laneOf(hit), new Reject(record, type, reason, Reject.NOT_PUBLISHED));
    }

    private String tooLarge(@Nullable Bytes source) {
        String size = source == null ? "" : " of " + source.length() + " bytes";
        return "the document" + size + " is larger than the limit of " + maxDocumentBytes + " bytes";
    }

    private DocRecord recordOf(Hit hit, Bytes source) {
        return new DocRecord(hit.id(), hit.routing(), versionOf(hit), source);
    }

    private long versionOf(Hit hit) {
        return switch (reading.versions()) {
            case SEQNO, CREATE -> new VersionWord(lineage, shard, hit.seqNo()).value();
            case SOURCE -> hit.version();
        };
    }

    private int laneOf(Hit hit) {
        @Nullable Bytes routing = hit.routing();
        if (routing != null && !reading.mayRoute()) {
            throw new BlockedException("A document of the source index " + source + " has a custom routing, and there"
                    + " was none when the run was planned: an id that is used under two routings would collide in this"
                    + " target. Begin a new run, whose plan says what to do.");
        }
        return router.shardOf(hit.id().utf8(), routing == null ? null : routing.utf8());
    }
}
