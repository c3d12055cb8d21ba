package io.shardstream.simulation.elastic;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.SnapshotAnswer;
import io.shardstream.reader.source.Stretch;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;

/// A point in time of a copy of the model: what its searches saw when it was opened, in an order of its own. It
/// outlives a new term, and goes with the copy.
final class ModelSnapshot implements Snapshot {
    private final SourceModel source;
    private final ShardModel shard;
    private final int node;
    private final SimulatedCopy copy;
    private final SimulatedProcess process;
    private final List<Live> documents;
    private boolean closed;

    ModelSnapshot(SourceModel source, ShardModel shard, int node, SimulatedProcess process) {
        this.source = source;
        this.shard = shard;
        this.node = node;
        this.copy = shard.copy(node);
        this.process = process;
        this.documents = copy.visible().values().stream().flatMap(List::stream).toList();
    }

    @Override
    public SnapshotAnswer read(Stretch stretch, int maxBytes) throws ElasticException {
        return answer(stretch, maxBytes);
    }

    @Override
    public SnapshotAnswer readAlone(Stretch stretch) throws ElasticException {
        return answer(stretch, Long.MAX_VALUE);
    }

    private SnapshotAnswer answer(Stretch stretch, long maxBytes) throws ElasticException {
        source.request(process);
        if (closed || !copy.active || shard.copy(node) != copy) {
            throw new ElasticException.Malformed("the point in time is gone");
        }
        if (source.isTroubled()) {
            throw new ElasticException.Malformed("the search was not complete");
        }
        List<Live> found = new ArrayList<>();
        long total = 0;
        long bytes = 0;
        long position = stretch.behind();
        for (int at = stretch.slice(); at < documents.size(); at += stretch.slices()) {
            Live live = documents.get(at);
            if (live.seqNo() > stretch.above() && live.seqNo() <= stretch.upTo()) {
                total++;
                if (at > stretch.behind() && found.size() < stretch.size()) {
                    found.add(live);
                    bytes += live.source().length();
                    position = at;
                }
            }
        }
        source.answer(process);
        if (bytes > maxBytes) {
            return new SnapshotAnswer(new WindowAnswer.TooLarge(), stretch.behind(), false, SnapshotAnswer.NOT_TOLD);
        }
        process.kernel()
                .trace(() -> process + " reads a stretch of slice " + stretch.slice() + " of " + shard + " from n"
                        + node + ": "
                        + found.stream()
                                .map(live -> live.id() + "#" + live.seqNo())
                                .toList());
        return new SnapshotAnswer(
                ModelPrimaryCopy.whole(found, bytes),
                position,
                found.size() < stretch.size(),
                stretch.isFirst() ? total : SnapshotAnswer.NOT_TOLD);
    }

    @Override
    public void close() throws ElasticException {
        source.request(process);
        closed = true;
    }
}
