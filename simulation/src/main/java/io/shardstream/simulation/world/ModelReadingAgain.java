package io.shardstream.simulation.world;

import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.control.run.reread.ReadAgain;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// Somebody who looks after a run whose docs topic loses records: where a part of it is blocked by that, and
/// sometimes where none is, he gives it `resume --read-again`, and starts the part again. The command may be
/// killed at any moment, and is given again then.
final class ModelReadingAgain {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration KILLED_WITHIN = Duration.ofMillis(400);

    private final Kernel kernel;
    private final Scale scale;
    private final KafkaModel kafka;
    private final LostRecords lost;
    private final Operator operator;
    private final List<Member> members;
    private final Set<String> topics = new HashSet<>();
    private SimulatedProcess process;
    private boolean isUnderWay;
    private boolean calm;

    ModelReadingAgain(
            Kernel kernel, Scale scale, KafkaModel kafka, LostRecords lost, Operator operator, List<Member> members) {
        this.kernel = kernel;
        this.scale = scale;
        this.kafka = kafka;
        this.lost = lost;
        this.operator = operator;
        this.members = members;
        topics.add(scale.topics().docs());
        this.process = new SimulatedProcess(kernel, "read-again");
    }

    void begin() {
        process.execute(() -> {
            while (true) {
                if (isUnderWay || isBlocked() || (!calm && lost.hasHappened() && kernel.chance(0.3))) {
                    isUnderWay = true;
                    attempt();
                }
                process.pause(kernel.around(BETWEEN_LOOKS));
            }
        });
    }

    /// Only who is blocked makes him do anything.
    void calmDown() {
        calm = true;
    }

    /// Whether the command has been given and is not done.
    boolean isUnderWay() {
        return isUnderWay;
    }

    private boolean isBlocked() {
        return members.stream().anyMatch(member -> member.blocked() != null);
    }

    private void attempt() {
        if (!calm && kernel.chance(0.5)) {
            SimulatedProcess victim = process;
            kernel.after(kernel.random().nextLong(KILLED_WITHIN.toNanos()), () -> killed(victim));
        }
        try {
            ControlRecords records = new ControlRecords(
                    CompactedPartition.read(kafka.reader(process), new TopicPartition(Scale.TOPICS.control(), 0)));
            int generation = records.plan().orElseThrow().generation();
            ReadAgain again = new ReadAgain(
                    "run",
                    new ModelLaneTopics(scale, kafka, process, topics),
                    () -> new ModelJournal(kafka, process, Scale.TOPICS.inGeneration(generation)),
                    "read-again",
                    kernel,
                    process);
            ReadAgain.Begun begun = again.begin(records, () -> {}, complaint -> {});
            kernel.trace(() -> "read again: " + begun);
            scale.generation().set(begun.plan().generation());
            lost.areLeft();
            isUnderWay = false;
            members.forEach(Member::resume);
            if (!calm) {
                // No process can end another one from inside.
                kernel.after(0, operator::crash);
            }
        } catch (KafkaException | DeposedException | PlanChangedException e) {
            kernel.trace(() -> process + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void killed(SimulatedProcess victim) {
        if (!victim.isDead()) {
            kernel.trace(() -> victim + " is killed");
            victim.kill();
            process = new SimulatedProcess(kernel, "read-again");
            begin();
        }
    }

    void end() {
        process.kill();
    }
}
