package io.shardstream.simulation.scaling;

import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkSender;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Sends one writer's bulks over its link, which carries so many bytes a second: that is what a writer can
/// do at most, whatever it spends its time with. The node that gets a bulk sends on what belongs elsewhere.
final class LinkSender implements BulkSender {
    static final double BYTES_PER_SECOND = 20e6;

    private static final Duration NETWORK = Duration.ofMillis(1);
    private static final long BETWEEN_TRIES = 100_000_000;
    private static final double SECOND = 1e9;

    private final SimulatedProcess process;
    private final Kernel kernel;
    private final DataNodes target;
    private long freeAt;

    LinkSender(SimulatedProcess process, DataNodes target) {
        this.process = process;
        this.kernel = process.kernel();
        this.target = target;
    }

    @Override
    public void send(Bulk bulk, String node, Consumer<BulkAnswer> answered, Consumer<Throwable> failed) {
        process.check();
        freeAt = Math.max(kernel.nanos(), freeAt) + (long) (bulk.bytes() / BYTES_PER_SECOND * SECOND);
        kernel.after(freeAt - kernel.nanos() + kernel.around(NETWORK), () -> {
            ModelDataNode taking = target.of(node);
            Carried carried = new Carried(bulk, taking, answered);
            taking.opened(carried);
            carried.begin();
        });
    }

    /// A bulk that has arrived.
    private final class Carried implements ModelDataNode.Request {
        private final Bulk bulk;
        private final ModelDataNode by;
        private final Consumer<BulkAnswer> answered;
        private final long arrived = kernel.nanos();
        private int missing;
        private boolean refused;
        private boolean ended;

        Carried(Bulk bulk, ModelDataNode by, Consumer<BulkAnswer> answered) {
            this.bulk = bulk;
            this.by = by;
            this.answered = answered;
        }

        void begin() {
            Map<Integer, Long> byShard = new LinkedHashMap<>();
            Map<ModelDataNode, Integer> one = new LinkedHashMap<>();
            for (Entry entry : bulk.entries()) {
                int shard = entry.lane().partition();
                // The shards of one node are one share, named by the first of them.
                int named = one.computeIfAbsent(target.primaryOf(shard), _ -> shard);
                byShard.merge(named, entry.size(), Long::sum);
            }
            missing = byShard.size();
            byShard.forEach(this::index);
        }

        /// A share whose node is gone waits for the next primary, as Elasticsearch has it wait.
        private void index(int shard, long bytes) {
            ModelDataNode holder = target.primaryOf(shard);
            if (holder.isGone()) {
                kernel.after(BETWEEN_TRIES, () -> index(shard, bytes));
                return;
            }
            holder.index(bytes, fate -> {
                switch (fate) {
                    case INDEXED -> end(false);
                    case REFUSED -> end(true);
                    case LOST -> index(shard, bytes);
                }
            });
        }

        private void end(boolean wasRefused) {
            refused |= wasRefused;
            missing--;
            if (missing == 0 && !ended) {
                by.answered(this);
                long took = (kernel.nanos() - arrived) / 1_000_000;
                answer(
                        refused
                                ? new BulkAnswer.Again(Pressure.OVERLOAD, "429")
                                : new BulkAnswer.Items(
                                        bulk.entries().stream()
                                                .map(_ -> (ItemAnswer) new ItemAnswer.Applied())
                                                .toList(),
                                        took,
                                        by.name()));
            }
        }

        @Override
        public void broke() {
            answer(new BulkAnswer.Again(Pressure.UNANSWERED, "the connection was closed"));
        }

        private void answer(BulkAnswer answer) {
            ended = true;
            process.deliver(kernel.around(NETWORK), () -> answered.accept(answer));
        }
    }
}
