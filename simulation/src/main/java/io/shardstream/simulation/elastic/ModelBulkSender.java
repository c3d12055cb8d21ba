package io.shardstream.simulation.elastic;

import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkSender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Brings bulks to the target and answers back, in some way: carried out and told, carried out and not
/// told, never arrived, or accepted by a node that carries it out much later.
final class ModelBulkSender implements BulkSender {
    private static final Duration NETWORK = Duration.ofMillis(8);
    private static final Duration HELD = Duration.ofSeconds(2);
    private static final Duration IN_SHARD = Duration.ofSeconds(4);
    private static final Duration TIMEOUT = Duration.ofMillis(600);

    private final TargetModel target;
    private final SimulatedProcess process;
    private final Versions versions;
    private final Kernel kernel;

    ModelBulkSender(TargetModel target, SimulatedProcess process, Versions versions) {
        this.target = target;
        this.process = process;
        this.versions = versions;
        this.kernel = target.kernel();
    }

    private enum Fate {
        DONE,
        DONE_UNTOLD,
        LOST,
        HELD
    }

    @Override
    public void send(Bulk bulk, String node, Consumer<BulkAnswer> answered, Consumer<Throwable> failed) {
        process.check();
        List<Entry> documents = bulk.entries();
        Fate fate = target.isTroubled() ? Fate.values()[1 + kernel.random().nextInt(3)] : Fate.DONE;
        kernel.trace(() -> process + " sends a bulk of " + documents.size() + ", " + fate);
        switch (fate) {
            case DONE ->
                kernel.after(kernel.around(NETWORK), () -> {
                    BulkAnswer answer = carryOut(documents);
                    process.deliver(kernel.around(NETWORK), () -> answered.accept(answer));
                });
            case DONE_UNTOLD -> {
                kernel.after(kernel.around(NETWORK), () -> carryOut(documents));
                timeOut(answered);
            }
            case LOST -> timeOut(answered);
            case HELD -> {
                kernel.after(kernel.around(NETWORK), () -> hold(documents));
                timeOut(answered);
            }
        }
    }

    private void timeOut(Consumer<BulkAnswer> answered) {
        process.deliver(
                kernel.around(TIMEOUT), () -> answered.accept(new BulkAnswer.Again("the target did not answer")));
    }

    /// The node finds the index behind the write alias, and waits: for copies of a shard, as its tasks
    /// show, or in the shard itself, which a block waits for.
    private void hold(List<Entry> documents) {
        if (target.isWritable()) {
            boolean shown = kernel.chance(0.6);
            target.accept(shown);
            kernel.after(kernel.around(shown ? HELD : IN_SHARD), () -> {
                target.finish(shown);
                boolean dropped = shown && target.isBlocked();
                kernel.trace(
                        () -> "a held bulk of " + documents.size() + (dropped ? " is refused" : " is carried out"));
                if (!dropped) {
                    documents.forEach(document -> target.write(document, versions));
                }
            });
        }
    }

    private BulkAnswer carryOut(List<Entry> documents) {
        if (target.isOverloaded() && kernel.chance(0.5)) {
            return new BulkAnswer.Again(Pressure.OVERLOAD, "429");
        }
        List<ItemAnswer> items = new ArrayList<>();
        for (Entry document : documents) {
            if (!target.isWritable()) {
                items.add(new ItemAnswer.Stop(StopCause.NO_TARGET, "no such alias"));
            } else if (target.isBlocked()) {
                items.add(new ItemAnswer.Again(Pressure.BLOCK, "403"));
            } else if (target.isOverloaded()) {
                items.add(new ItemAnswer.Again(Pressure.OVERLOAD, "429"));
            } else {
                items.add(target.write(document, versions));
            }
        }
        return new BulkAnswer.Items(items, 1, "n0");
    }
}
