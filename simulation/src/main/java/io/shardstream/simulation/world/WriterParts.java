package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.runfile.BulkScope;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.elastic.Versions;
import io.shardstream.simulation.kafka.Habit;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedMailbox;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.simulation.rule.CarelessProducer;
import io.shardstream.simulation.rule.HopefulSender;
import io.shardstream.simulation.rule.Rule;
import io.shardstream.writer.WriterAssembly;
import io.shardstream.writer.WriterSettings;
import io.shardstream.writer.send.BulkSender;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/// A real writer over the models.
final class WriterParts {
    private static final Duration SESSION = Duration.ofMillis(1500);
    private static final WriterSettings SETTINGS =
            new WriterSettings(600, BulkScope.AUTO, 2, 20_000, MemberSettings.of(SESSION), Throttle.NONE);

    private final Scale scale;
    private final TargetModel target;
    private final KafkaModel kafka;
    private final @Nullable Rule off;

    WriterParts(Scale scale, TargetModel target, KafkaModel kafka, @Nullable Rule off) {
        this.scale = scale;
        this.target = target;
        this.kafka = kafka;
        this.off = off;
    }

    Loop loop(SimulatedProcess process, SimulatedMailbox mailbox) {
        Kernel kernel = process.kernel();
        Producer<byte[], byte[]> producer = kafka.producer(process);
        return new WriterAssembly(
                        scale.topics(),
                        scale.plan(),
                        new ControlTopicTail(kafka.reader(process), scale.topics(), process.clock()),
                        SETTINGS,
                        sender(process),
                        new PinnedGroup(Pin.NONE, () -> PrimaryNodes.UNKNOWN, kernel::nanos),
                        kafka.member(process, scale.writersGroup(), SESSION, habit()),
                        off == Rule.REJECT_STORED ? new CarelessProducer(producer) : producer,
                        kernel::nanos,
                        process.clock(),
                        kernel.random(),
                        warning -> kernel.trace(() -> process + ": " + warning.sentence()))
                .loop(mailbox);
    }

    private BulkSender sender(SimulatedProcess process) {
        BulkSender sender = target.sender(process, versions());
        return off == Rule.UNKNOWN_REPEATED ? new HopefulSender(sender) : sender;
    }

    private Versions versions() {
        return switch (off) {
            case EXTERNAL_VERSION -> Versions.NONE;
            case WORD_AS_VERSION -> Versions.OFFSET;
            case null, default -> Versions.WORD;
        };
    }

    private Habit habit() {
        return switch (off) {
            case OUTCOME_FIRST -> Habit.COMMITS_WHAT_WAS_POLLED;
            case LOST_GROUP -> Habit.BEGINS_AT_THE_END;
            case NOT_RESET_TO_START -> Habit.RESETS_TO_THE_START;
            case NOT_RESET_TO_END -> Habit.RESETS_TO_THE_END;
            case LEADER_EPOCHS -> Habit.FORGETS_EPOCHS;
            case null, default -> Habit.NONE;
        };
    }
}
