package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.cutover.LostPhase;
import io.shardstream.control.state.controller.KafkaJournal;
import java.util.Optional;
import java.util.function.Consumer;

/// The run whose cut-over an abort ends. Production may wait for that, so it is found also where records of
/// the control topic cannot be read that an abort can do without.
final class AbortedRun {
    private final RunFile file;
    private final Consumer<String> warnings;

    AbortedRun(RunFile file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    /// Writes the phase of a run again that is being cut over, where it is lost.
    ///
    /// @throws io.shardstream.common.loop.BlockedException if a record cannot be read that is needed
    ControlRecords find(Connections to) throws ElasticException {
        Optional<ControlRecords> known = PlannedRun.look(file, to.kafka());
        known.map(ControlRecords::unreadable).ifPresent(sentences -> sentences.forEach(warnings));
        if (known.isPresent()
                && LostPhase.restore(
                        known.get(),
                        () -> journal(to.kafka(), known.get().plan().orElseThrow()))) {
            warnings.accept("The record 'phase' was written again: by its other records the run is being cut over.");
        }
        return PlannedRun.findToGiveBack(file, to, warnings);
    }

    private KafkaJournal journal(KafkaConnection kafka, RunPlan plan) {
        return new KafkaJournal(kafka, new RunTopics(file.name()), plan);
    }
}
