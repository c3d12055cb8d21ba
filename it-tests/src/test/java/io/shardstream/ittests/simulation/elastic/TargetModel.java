package io.shardstream.ittests.simulation.elastic;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.routing.ShardRouter;
import io.shardstream.common.routing.ShardRouting;
import io.shardstream.control.scan.ScannedShard;
import io.shardstream.ittests.simulation.kernel.Kernel;
import io.shardstream.ittests.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.send.BulkSender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The target index in memory, and what goes wrong with the bulks that it is sent.
public final class TargetModel {
    /// A document with this in it is refused, as one that does not fit the mapping.
    public static final String UNFIT = "unfit";

    private static final Duration NETWORK = Duration.ofMillis(4);
    private static final Duration RESTART = Duration.ofSeconds(4);
    private static final Duration REFRESH = Duration.ofMillis(900);

    private final Kernel kernel;
    private final ShardRouter router;
    private final List<TargetShard> shards;
    private final Map<Integer, Boolean> heldBulks = new HashMap<>();
    private double trouble;
    private double overload;
    private boolean writable = true;
    private int tasks;

    public TargetModel(Kernel kernel, ShardRouting routing, Duration gcDeletes) {
        this.kernel = kernel;
        this.router = new ShardRouter(routing);
        this.shards = IntStream.range(0, routing.shards())
                .mapToObj(shard -> new TargetShard(kernel, "target[" + shard + "]", gcDeletes))
                .toList();
    }

    /// A shard as control sees it.
    public ScannedShard scanned(int number, SimulatedProcess process) {
        return () -> {
            process.travel(NETWORK);
            return new ScannedTarget(shards.get(number), process);
        };
    }

    Kernel kernel() {
        return kernel;
    }

    List<TargetShard> shards() {
        return shards;
    }

    /// Sends bulks for one process.
    ///
    /// @param versioned whether documents go with their versions, as they have to
    public BulkSender sender(SimulatedProcess process, boolean versioned) {
        return new ModelBulkSender(this, process, versioned);
    }

    /// What goes on in it by itself begins, with a choice of what goes wrong in this seed.
    public void begin() {
        trouble = kernel.chance(0.6) ? 0.1 : 0;
        overload = kernel.chance(0.3) ? 0.2 : 0;
        boolean restarts = kernel.chance(0.5);
        for (TargetShard shard : shards) {
            refreshOn(shard);
            if (restarts) {
                restartOn(shard);
            }
        }
    }

    private void refreshOn(TargetShard shard) {
        kernel.after(kernel.around(REFRESH), () -> {
            shard.refresh();
            refreshOn(shard);
        });
    }

    private void restartOn(TargetShard shard) {
        kernel.after(kernel.around(RESTART), () -> {
            if (trouble > 0) {
                shard.restart();
            }
            restartOn(shard);
        });
    }

    public void calmDown() {
        trouble = 0;
        overload = 0;
    }

    boolean isTroubled() {
        return trouble > 0 && kernel.chance(trouble);
    }

    boolean isOverloaded() {
        return overload > 0 && kernel.chance(overload);
    }

    // ---- write alias, block, tasks

    /// Whether the write alias names the index.
    boolean isWritable() {
        return writable;
    }

    void writable(boolean yes) {
        writable = yes;
    }

    int beginTask() {
        heldBulks.put(++tasks, true);
        return tasks;
    }

    void endTask(int task) {
        heldBulks.remove(task);
    }

    /// Bulks that nodes have accepted and not carried out.
    public int heldBulks() {
        return heldBulks.size();
    }

    // ---- documents

    ItemAnswer write(DocRecord document, boolean versioned) {
        Bytes source = document.source();
        if (source != null && source.utf8().contains(UNFIT)) {
            return new ItemAnswer.Refused("document_parsing_exception", "unfit");
        }
        TargetShard shard = shardOf(document);
        if (!versioned) {
            shard.overwrite(document, document.version());
            return new ItemAnswer.Applied();
        }
        return shard.write(document) ? new ItemAnswer.Applied() : new ItemAnswer.Superseded();
    }

    private TargetShard shardOf(DocRecord document) {
        Bytes routing = document.routing();
        return shards.get(router.shardOf(document.id().utf8(), routing == null ? null : routing.utf8()));
    }

    // ---- what an oracle sees

    /// A document of the target.
    public record Held(String id, @Nullable String routing, long version, Bytes source) {}

    public List<Held> documents() {
        List<Held> all = new ArrayList<>();
        for (TargetShard shard : shards) {
            shard.documents()
                    .forEach(
                            (id, stored) -> all.add(new Held(id, stored.routing(), stored.version(), stored.source())));
        }
        return all;
    }

    public Optional<Held> document(String id, @Nullable String routing) {
        TargetShard shard = shards.get(router.shardOf(id, routing));
        return Optional.ofNullable(shard.documents().get(id))
                .map(stored -> new Held(id, stored.routing(), stored.version(), stored.source()));
    }
}
