package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Has the target of a run that begins or goes on remember deletes for long.
final class TombstoneRaising {
    private final KafkaConnection kafka;
    private final RunSettings run;
    private final ElasticCluster target;

    TombstoneRaising(KafkaConnection kafka, RunSettings run, ElasticCluster target) {
        this.kafka = kafka;
        this.run = run;
        this.target = target;
    }

    /// @param index the target's name
    /// @param underWay the alias by which the run goes on; empty in a target that has none any more
    /// @param originals what the target had before the run
    /// @return what the control topic says after that
    /// @throws RunRefusedException if the run was given up meanwhile
    ControlRecords raise(String index, Optional<String> underWay, TargetOriginals originals) throws ElasticException {
        AtomicReference<ControlRecords> now = new AtomicReference<>(ControlRecords.NONE);
        new TombstoneAge(target, index)
                .raiseUnless(
                        underWay,
                        () -> {
                            now.set(ControlRecords.read(kafka, run.topics()));
                            return now.get().end(run.topics().run()).isPresent();
                        },
                        originals.gcDeletes());
        BegunRun.requireNotGivenUp(run, now.get());
        return now.get();
    }
}
