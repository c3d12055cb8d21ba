package io.shardstream.simulation.contract;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.elastic.Versions;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.send.Bulk;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The model of the target.
class ModelTargetTest extends TargetContract {
    private static final Duration GC_DELETES = Duration.ofMillis(500);

    @Override
    protected void over(Body body) {
        Simulated.run(process -> body.run(
                new InMemory(new TargetModel(process.kernel(), new ShardRouting(1, 1, 1), GC_DELETES), process)));
    }

    private record InMemory(TargetModel model, SimulatedProcess process) implements Target {
        @Override
        public ScannedCopy copy() throws Exception {
            return model.scanned(0, process).locate();
        }

        @Override
        public BulkAnswer send(Bulk bulk) throws Exception {
            AtomicReference<@Nullable BulkAnswer> told = new AtomicReference<>();
            model.sender(process, Versions.WORD)
                    .send(bulk, "", told::set, failure -> process.kernel().fail(failure));
            BulkAnswer answer = told.get();
            while (answer == null) {
                pause(Duration.ofMillis(1));
                answer = told.get();
            }
            return answer;
        }

        @Override
        public Duration tombstonesLast() {
            return GC_DELETES.multipliedBy(2);
        }

        @Override
        public void pause(Duration time) {
            process.sleep(time);
        }
    }
}
