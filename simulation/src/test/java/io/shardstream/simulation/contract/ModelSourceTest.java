package io.shardstream.simulation.contract;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.simulation.elastic.ModelOperation;
import io.shardstream.simulation.elastic.SourceCluster;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The model of the source.
class ModelSourceTest extends SourceContract {
    @Override
    protected void over(Body body) {
        Simulated.run(process -> {
            SourceCluster cluster = new SourceCluster(
                    process.kernel(), "uuid", new ShardRouting(1, 1, 1), Source.MAX_RESULTS, true, 1, 0, false);
            body.run(new InMemory(cluster, process));
        });
    }

    private record InMemory(SourceCluster cluster, SimulatedProcess process) implements Source {
        @Override
        public PrimaryCopy copy() throws Exception {
            return cluster.model().shard(0, process, false).locate();
        }

        @Override
        public void write(String id, boolean routed, @Nullable String source) {
            cluster.write(
                    new ModelOperation(id, routed ? id : null, source == null ? null : Bytes.utf8(source), false));
        }

        @Override
        public void pause(Duration time) {
            process.sleep(time);
        }
    }
}
