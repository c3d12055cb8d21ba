package io.shardstream.simulation.elastic;

import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;

/// What goes on in the source cluster by itself, until it is told to calm down: refreshes and checkpoints
/// for ever, fail-overs, isolations and moves only as long as there is trouble.
final class SourceTurmoil {
    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final Duration SYNCHRONIZATION = Duration.ofMillis(500);
    private static final Duration RECOVERY = Duration.ofMillis(400);

    private static final Duration FAIL_OVER = Duration.ofMillis(2500);
    private static final Duration ISOLATION = Duration.ofSeconds(2);
    private static final Duration DROP = Duration.ofMillis(1500);
    private static final Duration FAIL_OVER_OF_ISOLATED = Duration.ofSeconds(1);
    private static final Duration MOVE = Duration.ofMillis(1200);

    private static final Duration LATEST_BACKUP = Duration.ofSeconds(6);
    private static final Duration OLDEST_BACKUP = Duration.ofSeconds(5);

    private final Kernel kernel;
    private final SourceModel source;
    private boolean calm;

    SourceTurmoil(Kernel kernel, SourceModel source) {
        this.kernel = kernel;
        this.source = source;
    }

    /// Begins, with a choice of what goes wrong in this seed.
    void begin() {
        source.trouble(kernel.chance(0.5) ? 0.02 : 0);
        source.losesRefresh(kernel.chance(0.3) ? 0.6 : 0.1);
        boolean moves = kernel.chance(0.7);
        boolean fails = kernel.chance(0.7);
        boolean isolates = kernel.chance(0.7);
        for (ShardModel shard : source.shards()) {
            every(REFRESH, () -> refresh(shard));
            every(SYNCHRONIZATION, shard::synchronize);
            every(RECOVERY, shard::recover);
            if (fails) {
                whileTroubled(FAIL_OVER, shard::failOver);
            }
            if (isolates) {
                whileTroubled(ISOLATION, shard::isolate);
                whileTroubled(ISOLATION, shard::heal);
                whileTroubled(DROP, shard::dropIsolated);
                whileTroubled(FAIL_OVER_OF_ISOLATED, () -> {
                    if (shard.isPrimaryIsolated()) {
                        shard.failOver();
                    }
                });
            }
            if (moves) {
                whileTroubled(MOVE, shard::relocate);
            }
        }
    }

    /// Somebody restores a shard in place, or allocates a stale or an empty primary, once or twice.
    void changeHistories() {
        for (int times = kernel.chance(0.25) ? 2 : 1; times > 0; times--) {
            ShardModel shard =
                    source.shards().get(kernel.random().nextInt(source.shards().size()));
            kernel.after(within(LATEST_BACKUP), () -> {
                History backup = shard.backup();
                kernel.after(within(OLDEST_BACKUP), () -> {
                    if (kernel.chance(0.3)) {
                        shard.allocateEmptyPrimary();
                    } else {
                        shard.restore(backup);
                    }
                });
            });
        }
    }

    private long within(Duration time) {
        return kernel.random().nextLong(time.toNanos());
    }

    private void refresh(ShardModel shard) {
        SimulatedCopy copy = shard.copy(kernel.random().nextInt(ShardModel.NODES));
        if (copy.active) {
            copy.refresh(() -> {});
        }
    }

    private void every(Duration mean, Runnable action) {
        kernel.after(kernel.around(mean), () -> {
            action.run();
            every(mean, action);
        });
    }

    private void whileTroubled(Duration mean, Runnable action) {
        kernel.after(kernel.around(mean), () -> {
            if (!calm) {
                action.run();
                whileTroubled(mean, action);
            }
        });
    }

    void calmDown() {
        calm = true;
        source.trouble(0);
        source.losesRefresh(0);
        source.shards().forEach(ShardModel::settle);
    }
}
