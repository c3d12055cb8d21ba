package io.shardstream.control.counting;

import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;

/// A shard as control sees it.
final class CountedShardModel implements ScannedShard {
    private final CountedWorld world;
    private final ModelShard shard;
    private final boolean isSource;

    CountedShardModel(CountedWorld world, ModelShard shard, boolean isSource) {
        this.world = world;
        this.shard = shard;
        this.isSource = isSource;
    }

    @Override
    public ScannedCopy locate() {
        world.tick();
        return new ModelScannedCopy(world, shard, shard.located(), isSource);
    }

    @Override
    public ElectedPrimary elected() {
        world.tick();
        return shard.elected();
    }

    /// What calls itself the primary, whatever the cluster says.
    ElectedPrimary claimed() {
        world.tick();
        ModelCopy copy = shard.located();
        return new ElectedPrimary(
                copy.identity().term(),
                copy.identity().allocationId(),
                shard.elected().moves());
    }
}
