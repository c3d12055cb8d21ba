package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A copy of the model, asked at its own node.
final class ModelPrimaryCopy implements PrimaryCopy {
    private final SourceModel source;
    private final ShardModel shard;
    private final int node;
    private final SimulatedProcess process;
    private final CopyIdentity identity;
    private final boolean mixed;

    ModelPrimaryCopy(
            SourceModel source,
            ShardModel shard,
            int node,
            SimulatedProcess process,
            CopyIdentity identity,
            boolean mixed) {
        this.source = source;
        this.shard = shard;
        this.node = node;
        this.process = process;
        this.identity = identity;
        this.mixed = mixed;
    }

    @Override
    public CopyIdentity identity() {
        return identity;
    }

    /// Two requests: the counters, then what the node's cluster state says.
    @Override
    public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        source.request(process);
        requireClaim();
        SimulatedCopy copy = shard.copy(node);
        long globalCheckpoint = copy.globalCheckpoint;
        long maxSeqNo = copy.history.max();
        long refreshes = copy.refreshes();
        source.request(process);
        requireClaim();
        return new CopyNumbers(source.identity(shard, node), globalCheckpoint, maxSeqNo, refreshes);
    }

    private void requireClaim() throws NotPrimaryException {
        if (!shard.claims(node)) {
            throw new NotPrimaryException(shard + " has no started primary on " + where());
        }
    }

    @Override
    public void refresh() throws ElasticException {
        source.request(process);
        source.refresh(shard, node, process);
    }

    @Override
    public boolean mayRefresh() {
        return source.mayRefresh();
    }

    @Override
    public int maxResultWindow() {
        return source.maxResultWindow();
    }

    @Override
    public String where() {
        return "n" + node;
    }

    @Override
    public boolean isElected() throws ElasticException {
        source.request(process);
        return shard.elected().is(identity);
    }

    @Override
    public long storedBytes() {
        return 0;
    }

    @Override
    public List<Hit> named(List<Long> numbers) throws ElasticException {
        return search(Collections.min(numbers) - 1, Collections.max(numbers)).stream()
                .filter(live -> numbers.contains(live.seqNo()))
                .map(ModelPrimaryCopy::hit)
                .toList();
    }

    @Override
    public WindowAnswer read(Window window, int hits, int maxBytes) throws ElasticException {
        List<Live> found = search(window);
        long bytes = found.stream().mapToLong(live -> live.source().length()).sum();
        if (found.size() > Math.min(hits, maxResultWindow())) {
            return new WindowAnswer.TooMany(found.size());
        }
        if (bytes > maxBytes) {
            return new WindowAnswer.TooLarge();
        }
        return whole(found, bytes);
    }

    @Override
    public WindowAnswer readAlone(Window window) throws ElasticException {
        List<Live> found = search(window);
        return whole(
                found, found.stream().mapToLong(live -> live.source().length()).sum());
    }

    private List<Live> search(Window window) throws ElasticException {
        return search(window.above(), window.upTo());
    }

    @Override
    public Snapshot snapshot() throws ElasticException {
        source.request(process);
        int at = searched();
        process.kernel().trace(() -> process + " opens a point in time of " + shard + " on n" + at);
        ModelSnapshot snapshot = new ModelSnapshot(source, shard, at, process);
        source.answer(process);
        return snapshot;
    }

    /// The node that a search of now comes to.
    private int searched() throws ElasticException {
        int at = mixed ? shard.anyCopy() : node;
        if (!shard.copy(at).active) {
            throw new ElasticException.Malformed("no shard was searched on " + where());
        }
        return at;
    }

    /// What is visible of these numbers.
    List<Live> search(long above, long upTo) throws ElasticException {
        source.request(process);
        int at = searched();
        SimulatedCopy copy = shard.copy(at);
        if (source.isTroubled()) {
            throw new ElasticException.Malformed("the search was not complete");
        }
        List<Live> found = new ArrayList<>();
        copy.visible()
                .subMap(above, false, Math.max(above, upTo), true)
                .values()
                .forEach(found::addAll);
        process.kernel()
                .trace(() -> process + " reads (" + above + ", " + upTo + "] of " + shard + " from n" + at + ": "
                        + found.stream()
                                .map(live -> live.id() + "#" + live.seqNo())
                                .toList());
        source.answer(process);
        return found;
    }

    /// Deletes that the copy has carried out.
    long deletes() throws ElasticException {
        source.request(process);
        return shard.copy(node).deletes();
    }

    static WindowAnswer whole(List<Live> found, long bytes) {
        return new WindowAnswer.Whole(found.stream().map(ModelPrimaryCopy::hit).toList(), List.of(), bytes, bytes);
    }

    private static Hit hit(Live live) {
        @Nullable String routing = live.routing();
        return new Hit(
                Bytes.utf8(live.id()), routing == null ? null : Bytes.utf8(routing), live.seqNo(), live.source());
    }
}
