package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.send.BulkSender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
    private double trouble;
    private double overload;
    private BooleanSupplier writable = () -> true;
    private BooleanSupplier blocked = () -> false;
    private int tasks;
    private int writesUnderWay;
    private boolean closed;

    public TargetModel(Kernel kernel, ShardRouting routing, Duration gcDeletes) {
        this.kernel = kernel;
        this.router = new ShardRouter(routing);
        this.shards = IntStream.range(0, routing.shards())
                .mapToObj(shard -> new TargetShard(kernel, "target[" + shard + "]", gcDeletes))
                .toList();
    }

    /// A shard as control sees it.
    public ScannedShard scanned(int number, SimulatedProcess process) {
        TargetShard shard = shards.get(number);
        return new ModelScannedShard(
                () -> {
                    process.travel(NETWORK);
                    return new ScannedTarget(shard, process);
                },
                () -> {
                    process.travel(NETWORK);
                    return new ElectedPrimary(shard.term(), shard + "-" + shard.term(), false);
                });
    }

    Kernel kernel() {
        return kernel;
    }

    List<TargetShard> shards() {
        return shards;
    }

    /// Sends bulks for one process.
    ///
    /// @param versions by what states are told apart; only the word is right
    public BulkSender sender(SimulatedProcess process, Versions versions) {
        return new ModelBulkSender(this, process, versions);
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

    /// Bulks go wrong again.
    public void trouble() {
        trouble = 0.15;
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

    /// Says whether the write alias names the index, and whether writes to it are blocked.
    public void behind(BooleanSupplier alias, BooleanSupplier block) {
        writable = alias;
        blocked = block;
    }

    boolean isWritable() {
        return writable.getAsBoolean();
    }

    boolean isBlocked() {
        return blocked.getAsBoolean();
    }

    /// A node has accepted a bulk that it carries out later.
    ///
    /// @param shown whether the tasks of the nodes show it
    void accept(boolean shown) {
        if (shown) {
            tasks++;
        } else {
            writesUnderWay++;
        }
    }

    void finish(boolean shown) {
        if (shown) {
            tasks--;
        } else {
            writesUnderWay--;
        }
    }

    /// Bulks that nodes have accepted and not carried out, as their tasks show.
    int tasks() {
        return tasks;
    }

    /// Writes that have begun in the shards and that no task shows.
    int writesUnderWay() {
        return writesUnderWay;
    }

    /// Bulks that nodes have accepted and not carried out.
    public int heldBulks() {
        return tasks + writesUnderWay;
    }

    /// Nothing of ours may be carried out from now on.
    public void closeToUs() {
        closed = true;
    }

    // ---- documents

    ItemAnswer write(Entry entry, Versions versions) {
        DocRecord document = entry.document();
        if (closed) {
            kernel.fail(new AssertionError("a record of ours is carried out after the swap: "
                    + document.id().utf8()));
        }
        Bytes source = document.source();
        if (source != null && source.utf8().contains(UNFIT)) {
            return new ItemAnswer.Refused("document_parsing_exception", "unfit");
        }
        TargetShard shard = shardOf(document);
        boolean isTaken = switch (versions) {
            case WORD -> shard.write(document);
            case OFFSET -> shard.writeByOffset(document, entry.offset());
            case NONE -> {
                shard.overwrite(document);
                yield true;
            }
        };
        return isTaken ? new ItemAnswer.Applied() : new ItemAnswer.Superseded();
    }

    private TargetShard shardOf(DocRecord document) {
        Bytes routing = document.routing();
        return shards.get(router.shardOf(document.id().utf8(), routing == null ? null : routing.utf8()));
    }

    /// A client writes through its alias.
    ///
    /// @param source null to delete it
    public void writeOfClient(String id, @Nullable String routing, @Nullable Bytes source) {
        shards.get(router.shardOf(id, routing)).writeOfClient(id, routing, source);
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
