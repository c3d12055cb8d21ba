package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.simulation.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The source with its clients: they insert, update, delete and re-create a few documents all the time.
public final class SourceCluster {
    private static final double DELETES = 0.3;
    private static final int OLD_IDS = 8;
    private static final double WRITES_TO_OLD_IDS = 0.1;
    private static final double UNFIT = 0.04;

    private final Kernel kernel;
    private final ShardRouter router;
    private final SourceModel model;
    private final SourceTurmoil turmoil;
    private final int ids;
    private final int routings;
    private final boolean shrunk;
    private int values;

    /// @param routing of the source index
    /// @param mayRefresh whether readers may ask for refreshes
    /// @param ids how many documents clients write to
    /// @param routings how many routing values they use, 0 for none
    /// @param shrunk whether documents of equal numbers are there at first
    public SourceCluster(
            Kernel kernel,
            String uuid,
            ShardRouting routing,
            int maxResultWindow,
            boolean mayRefresh,
            int ids,
            int routings,
            boolean shrunk) {
        this.kernel = kernel;
        this.router = new ShardRouter(routing);
        this.ids = ids;
        this.routings = routings;
        this.shrunk = shrunk;
        List<ShardModel> shards = new ArrayList<>();
        for (int shard = 0; shard < routing.shards(); shard++) {
            List<Live> begin = shrunk ? equalNumbers(shard) : List.of();
            long first = begin.stream().mapToLong(Live::seqNo).max().orElse(-1) + 1;
            shards.add(new ShardModel(kernel, "source[" + shard + "]", begin, first));
        }
        this.model = new SourceModel(kernel, uuid, maxResultWindow, mayRefresh, shards);
        this.turmoil = new SourceTurmoil(kernel, model);
    }

    private List<Live> equalNumbers(int shard) {
        List<Live> begin = new ArrayList<>();
        for (int id = 0; id < OLD_IDS; id++) {
            String name = "old" + id;
            if (router.shardOf(name, null) == shard) {
                begin.add(new Live(name, null, begin.size() / 2, body()));
            }
        }
        return begin;
    }

    private Bytes body() {
        int value = values++;
        String fit = kernel.chance(UNFIT) ? TargetModel.UNFIT : "v";
        return Bytes.utf8("{\"" + fit + "\":" + value + ",\"p\":\""
                + "x".repeat(kernel.random().nextInt(40)) + "\"}");
    }

    public SourceModel model() {
        return model;
    }

    /// What goes on in the cluster goes on from now on.
    public void begin() {
        turmoil.begin();
    }

    /// Shards come into other histories from now on.
    public void changeHistories() {
        turmoil.changeHistories();
    }

    /// Some operation of a client.
    public void write() {
        boolean old = shrunk && kernel.chance(WRITES_TO_OLD_IDS);
        String id = old
                ? "old" + kernel.random().nextInt(OLD_IDS)
                : "d" + kernel.random().nextInt(ids);
        String routing = routings == 0 || old ? null : "r" + kernel.random().nextInt(routings);
        write(new ModelOperation(id, routing, kernel.chance(DELETES) ? null : body(), false));
    }

    /// That operation of a client.
    public void write(ModelOperation operation) {
        model.shards().get(router.shardOf(operation.id(), operation.routing())).write(operation);
    }

    /// Every trouble ends.
    public void calmDown() {
        turmoil.calmDown();
    }

    @Nullable
    String wrongAcknowledgement() {
        for (int shard = 0; shard < model.shards().size(); shard++) {
            int number = shard;
            for (var entry : model.acknowledged(shard).entrySet()) {
                if (!model.holds(number, entry.getKey(), entry.getValue())) {
                    return model.shards().get(shard) + " lost #" + entry.getKey();
                }
            }
        }
        return null;
    }

    /// @throws AssertionError if the source itself lost what it had acknowledged: then the model is wrong
    public void checkAcknowledged() {
        String wrong = wrongAcknowledgement();
        if (wrong != null) {
            throw new AssertionError("the model is wrong: " + wrong);
        }
    }
}
