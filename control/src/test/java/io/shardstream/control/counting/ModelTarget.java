package io.shardstream.control.counting;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.routing.ShardRouter;
import java.util.List;
import java.util.Random;

/// The target index, to which writers and others write.
final class ModelTarget {
    private final List<ModelShard> shards;
    private final ShardRouter router;
    private final Random random;
    private boolean isOpen = true;

    ModelTarget(List<ModelShard> shards, ShardRouter router, Random random) {
        this.shards = shards;
        this.router = router;
        this.random = random;
    }

    List<ModelShard> shards() {
        return shards;
    }

    int shardOf(String id) {
        return router.shardOf(id, null);
    }

    int shardOf(DocRecord document) {
        return shardOf(document.id().utf8());
    }

    ModelShard of(String id) {
        return shards.get(shardOf(id));
    }

    boolean isOpen() {
        return isOpen;
    }

    /// Blocks writes, or lets them in again. What is under way ends before.
    void open(boolean whether) {
        isOpen = whether;
        shards.forEach(ModelShard::settle);
    }

    /// @param told whether whoever sent it hears that all copies have it
    void write(DocRecord document, boolean told) {
        if (ModelPipeline.isUnfit(document)) {
            return;
        }
        Bytes body = document.source();
        ModelShard shard = of(document.id().utf8());
        boolean later = !told && random.nextBoolean();
        long number = shard.write(document.id().utf8(), document.version(), body == null ? null : body.utf8(), later);
        if (told && number >= 0) {
            shard.replicate(number);
        }
    }
}
