package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.Controllers;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/// What to say of a cut-over when a process that may have controlled it has been told to stop, and has let the
/// run go.
public final class Leaving {
    private static final String NOT_KNOWN = "Kafka does not answer, so what became of the cut-over is not known."
            + " 'doctor' says whether writes are refused, docs/emergency.md what to do about it.";

    /// This process would have taken over from one that was killed, and is gone.
    private static final String BY_ANOTHER = "As far as Kafka knows, another process controls the run and goes on with"
            + " this: 'cutover' shows how, 'abort' ends it. One that was killed counts until session-timeout is over:"
            + " look again then.";

    private final Optional<ControlRecords> said;
    private final int controllers;
    private final Optional<WriteBlock> block;

    /// @param said what the control topic says; empty if it does not
    /// @param controllers processes that control the run or stand by, as far as Kafka knows
    /// @param block of the index to which writes are refused, or of either of two; empty if that is not known
    Leaving(Optional<ControlRecords> said, int controllers, Optional<WriteBlock> block) {
        this.said = said;
        this.controllers = controllers;
        this.block = block;
    }

    /// Looks how things are now.
    public static Leaving of(Connections to, RunTopics topics) {
        try {
            ControlRecords said = ControlRecords.read(to.kafka(), topics);
            return new Leaving(Optional.of(said), Controllers.atWork(to.kafka(), topics), block(said, to));
        } catch (KafkaException | RunRefusedException e) {
            return new Leaving(Optional.empty(), 0, Optional.empty());
        }
    }

    private static Optional<WriteBlock> block(ControlRecords said, Connections to) {
        return RefusedWrites.of(said).flatMap(refused -> {
            try {
                WriteBlock most = WriteBlock.NONE;
                for (String index : refused.indices()) {
                    boolean isTarget = said.plan()
                            .filter(plan -> plan.targetIndex().equals(index))
                            .isPresent();
                    WriteBlock block = new HttpClusterSwitch(isTarget ? to.target() : to.source()).writeBlock(index);
                    most = block == WriteBlock.NONE ? most : block;
                }
                return Optional.of(most);
            } catch (ElasticException e) {
                return Optional.empty();
            }
        });
    }

    /// What became of what this process had asked for. Where nothing is blocked it stands: how long, and what
    /// ends it.
    String sentence(Request request) {
        return said.flatMap(records -> records.of(Answer.key(request.id()), Answer::decode))
                .map(Answer::sentence)
                .or(this::sentence)
                .orElseGet(() -> StandingRequest.stands(said.orElse(ControlRecords.NONE), request)
                        + " The same command shows how it goes on.");
    }

    /// Empty if no cut-over is under way and nothing is blocked.
    public Optional<String> sentence() {
        if (said.isEmpty()) {
            return Optional.of(NOT_KNOWN);
        }
        Optional<RefusedWrites> refused = RefusedWrites.of(said.get());
        if (refused.isEmpty() && !said.get().isIn(Phase.CUTTING_OVER)) {
            return Optional.empty();
        }
        boolean isOpen = refused.isEmpty() || block.equals(Optional.of(WriteBlock.NONE));
        if (controllers > 0) {
            return Optional.of((isOpen ? "" : refused.get().sentence() + " ") + BY_ANOTHER);
        }
        return Optional.of(
                isOpen
                        ? "Nobody goes on with this, and writes are not refused: 'abort' puts an end to it."
                        : "Nobody goes on with this. " + refused.get().sentence());
    }
}
