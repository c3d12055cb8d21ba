package io.shardstream.simulation.elastic;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;

/// A shard of the model as one process sees it.
final class ModelSourceShard implements SourceShard {
    private final SourceModel source;
    private final ShardModel shard;
    private final SimulatedProcess process;
    private final boolean mixed;

    ModelSourceShard(SourceModel source, ShardModel shard, SimulatedProcess process, boolean mixed) {
        this.source = source;
        this.shard = shard;
        this.process = process;
        this.mixed = mixed;
    }

    /// What the master says.
    ElectedPrimary elected() throws ElasticException {
        source.request(process);
        return shard.elected();
    }

    /// Mostly the claim with the highest term, and sometimes another one: its node answered, and the one
    /// that knows better did not.
    @Override
    public ModelPrimaryCopy locate() throws ElasticException, NotPrimaryException {
        source.request(process);
        List<Integer> claims = new ArrayList<>();
        for (int node = 0; node < ShardModel.NODES; node++) {
            if (shard.claims(node)) {
                claims.add(node);
            }
        }
        if (claims.isEmpty()) {
            throw new NotPrimaryException("No node says that it holds the primary of " + shard);
        }
        claims.sort((one, other) ->
                Long.compare(shard.view(other).term(), shard.view(one).term()));
        int node = claims.get(source.isTroubled() ? process.kernel().random().nextInt(claims.size()) : 0);
        process.kernel().trace(() -> process + " finds " + shard + " on n" + node);
        return new ModelPrimaryCopy(source, shard, node, process, source.identity(shard, node), mixed);
    }
}
