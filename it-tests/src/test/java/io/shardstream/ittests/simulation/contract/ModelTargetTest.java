package io.shardstream.ittests.simulation.contract;

import io.shardstream.common.routing.ShardRouting;
import io.shardstream.control.scan.ScannedCopy;
import io.shardstream.ittests.simulation.elastic.TargetModel;
import io.shardstream.ittests.simulation.elastic.Versions;
import io.shardstream.ittests.simulation.kernel.Kernel;
import io.shardstream.ittests.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.send.Bulk;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/// The model of the target.
class ModelTargetTest extends TargetContract {
    private static final Duration GC_DELETES = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(5);

    @Override
    void over(Body body) {
        Kernel kernel = new Kernel(1, false);
        SimulatedProcess process = new SimulatedProcess(kernel, "test");
        TargetModel model = new TargetModel(kernel, new ShardRouting(1, 1, 1), GC_DELETES);
        AtomicBoolean ended = new AtomicBoolean();
        process.execute(() -> {
            try {
                body.run(new InMemory(model, process));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            ended.set(true);
        });
        kernel.runUntil(LONG.toNanos());
        Assertions.assertThat(ended).isTrue();
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
                    .send(bulk, told::set, failure -> process.kernel().fail(failure));
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
