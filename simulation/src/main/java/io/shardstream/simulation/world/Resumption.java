package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.version.ChangedHistory;
import io.shardstream.control.compare.version.NewHistory;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.simulation.rule.Rule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Somebody who looks after the run now and then: where a part of it is blocked because the source has come into
/// another history, he gives it `resume --new-history`, and starts the part again.
final class Resumption {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    private final Kernel kernel;
    private final Scale scale;
    private final KafkaModel kafka;
    private final Operator operator;
    private final List<Member> members;
    private final @Nullable Rule off;
    private final SimulatedProcess process;

    Resumption(
            Kernel kernel, Scale scale, KafkaModel kafka, Operator operator, List<Member> members, @Nullable Rule off) {
        this.kernel = kernel;
        this.scale = scale;
        this.kafka = kafka;
        this.operator = operator;
        this.members = members;
        this.off = off;
        this.process = new SimulatedProcess(kernel, "resume");
    }

    void begin() {
        process.execute(() -> {
            while (true) {
                process.pause(kernel.around(BETWEEN_LOOKS));
                if (members.stream().anyMatch(member -> member.blocked() != null) && isAccepted()) {
                    members.forEach(Member::resume);
                }
            }
        });
    }

    private boolean isAccepted() {
        try {
            NewHistory histories = new NewHistory(operator.run(process), new ModelHistories(kafka), process);
            List<ChangedHistory> changes = histories.changed();
            var copied =
                    histories.compare(changes, (_, lost) -> kernel.trace(() -> "would be lost: " + lost.id()), _ -> {});
            kernel.trace(() -> "the operator accepts " + changes + ", copied: " + copied);
            if (off == Rule.LINEAGE_RAISED) {
                changes.forEach(this::beginAnew);
            } else {
                histories.accept(changes);
            }
            return true;
        } catch (ElasticException | NotPrimaryException | RunRefusedException | BlockedException e) {
            kernel.trace(() -> process + ": " + e.getMessage());
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Lets the shard be read anew in the lineage that it had.
    private void beginAnew(ChangedHistory change) {
        Checkpoint nothing = new Checkpoint(
                scale.plan().docsTopicId(),
                scale.plan().sourceUuid(),
                change.found(),
                VersionWord.FIRST_LINEAGE,
                -1,
                0,
                0);
        byte[] key = Checkpoint.key(change.shard()).getBytes(StandardCharsets.UTF_8);
        kafka.put(new ProducerRecord<>(Scale.TOPICS.slices(), change.shard(), key, nothing.encode(RunFormat.NEWEST)));
    }

    void end() {
        process.kill();
    }
}
