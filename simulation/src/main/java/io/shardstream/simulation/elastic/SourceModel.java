package io.shardstream.simulation.elastic;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The source index in memory.
public final class SourceModel {
    private static final Duration NETWORK = Duration.ofMillis(4);

    private final Kernel kernel;
    private final String uuid;
    private final int maxResultWindow;
    private final boolean mayRefresh;
    private final List<ShardModel> shards;
    private double trouble;
    private double losesRefresh;
    private boolean tellsHistory = true;

    /// @param mayRefresh whether readers may ask for refreshes
    SourceModel(Kernel kernel, String uuid, int maxResultWindow, boolean mayRefresh, List<ShardModel> shards) {
        this.kernel = kernel;
        this.uuid = uuid;
        this.maxResultWindow = maxResultWindow;
        this.mayRefresh = mayRefresh;
        this.shards = List.copyOf(shards);
    }

    /// A shard as a reader sees it.
    ///
    /// @param mixed whether searches go to any copy, as those of a reader would that asks the cluster
    public SourceShard shard(int number, SimulatedProcess process, boolean mixed) {
        return new ModelSourceShard(this, shards.get(number), process, mixed);
    }

    /// A shard as control sees it.
    public ScannedShard scanned(int number, SimulatedProcess process) {
        ModelSourceShard shard = new ModelSourceShard(this, shards.get(number), process, false);
        return new ModelScannedShard(() -> new ScannedSource(shard.locate()), () -> shard.elected());
    }

    List<ShardModel> shards() {
        return shards;
    }

    int maxResultWindow() {
        return maxResultWindow;
    }

    boolean mayRefresh() {
        return mayRefresh;
    }

    CopyIdentity identity(ShardModel shard, int node) {
        Routing view = shard.view(node);
        String history = tellsHistory ? shard.copy(node).history.uuid() : "history";
        return new CopyIdentity(view.term(), view.allocation(), uuid, history);
    }

    /// Makes all histories look like one.
    public void hideHistories() {
        tellsHistory = false;
    }

    // ---- requests

    void trouble(double probability) {
        trouble = probability;
    }

    /// How often a copy that is asked to refresh does nothing, 0 to 1.
    void losesRefresh(double probability) {
        losesRefresh = probability;
    }

    boolean isTroubled() {
        return trouble > 0 && kernel.chance(trouble);
    }

    void request(SimulatedProcess process) throws ElasticException {
        process.travel(NETWORK);
        if (isTroubled()) {
            throw new ElasticException.Unreachable("nobody answers", new IOException("lost"));
        }
    }

    void answer(SimulatedProcess process) throws ElasticException {
        if (trouble > 0) {
            request(process);
        }
    }

    /// `_refresh` at a node: the primary that this node knows of refreshes, and asks the other copies to,
    /// some of which may not. The answer says nothing of all that.
    void refresh(ShardModel shard, int node, SimulatedProcess process) throws ElasticException {
        int known = shard.view(node).primary();
        int moved = shard.copy(known).handedOver && shard.isReachable(node, known) ? shard.movingTo(known) : -1;
        int primary = moved >= 0 ? moved : known;
        SimulatedCopy copy = shard.copy(primary);
        boolean nobody = !shard.isReachable(node, primary) || !copy.active || !copy.primary || copy.handedOver;
        if (nobody || kernel.chance(losesRefresh)) {
            return;
        }
        boolean[] ended = new boolean[1];
        copy.refresh(() -> ended[0] = true);
        for (int other : copy.inSync) {
            SimulatedCopy replica = shard.copy(other);
            boolean hears = other != primary
                    && shard.isReachable(primary, other)
                    && replica.active
                    && replica.term <= copy.term
                    && !kernel.chance(losesRefresh);
            if (hears) {
                if (replica.term < copy.term) {
                    replica.enterTerm(copy.term, copy.globalCheckpoint);
                }
                replica.refresh(() -> {});
            }
        }
        while (!ended[0]) {
            process.travel(NETWORK);
        }
        answer(process);
    }

    // ---- what an oracle sees

    /// The live documents of a shard, when all is settled.
    public List<Live> live(int shard) {
        return shards.get(shard).committed().live().values().stream()
                .flatMap(List::stream)
                .toList();
    }

    /// Whether that is what the shard holds under the number.
    public boolean holds(int shard, long number, ModelOperation operation) {
        return shards.get(shard).committed().holds(number, operation);
    }

    /// Whether that is what the shard holds under the number, or held in a history before this one.
    public boolean everHeld(int shard, long number, ModelOperation operation) {
        return holds(shard, number, operation)
                || shards.get(shard).past().stream().anyMatch(history -> history.holds(number, operation));
    }

    /// The history that the shard is in.
    public String history(int shard) {
        return shards.get(shard).committed().uuid();
    }

    /// How often the shard has come into another history.
    public int changes(int shard) {
        return shards.get(shard).past().size();
    }

    public long maxSeqNo(int shard) {
        return shards.get(shard).committed().max();
    }

    public boolean isSettled() {
        return shards.stream().allMatch(ShardModel::isSettled);
    }

    public Map<Long, ModelOperation> acknowledged(int shard) {
        return shards.get(shard).acknowledged();
    }
}
