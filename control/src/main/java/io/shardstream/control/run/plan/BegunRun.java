package io.shardstream.control.run.plan;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.LostIndex;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A run that has a plan, as a process finds it that is started with its run file.
final class BegunRun {
    private static final Logger LOG = LoggerFactory.getLogger(BegunRun.class);

    private final RunSettings run;
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final ControlRecords records;
    private final RunPlan plan;

    /// @param records those of a run that has a plan
    BegunRun(RunSettings run, ElasticCluster source, ElasticCluster target, ControlRecords records) {
        this.run = run;
        this.source = source;
        this.target = target;
        this.records = records;
        this.plan = records.plan().orElseThrow();
    }

    /// The run, if it has ended. Nobody is asked: its indices may be gone, and it has nothing to do with them
    /// any more.
    ///
    /// @throws RunRefusedException if it was given up, or the run file does not belong to it
    Optional<Prepared> ended() {
        requireNotGivenUp(run, records);
        if (!records.completed()) {
            return Optional.empty();
        }
        Agreement.require(run, records);
        return Optional.of(prepared(true));
    }

    /// @throws RunRefusedException if it was given up
    static void requireNotGivenUp(RunSettings run, ControlRecords records) {
        records.end(run.topics().run()).filter(end -> !end.isCompleted()).ifPresent(end -> {
            throw new RunRefusedException(
                    FullStop.of(String.valueOf(end.getMessage())) + " Choose another run name to begin again.");
        });
    }

    /// The run, if a cut-over of it is under way. Only its clusters are asked which ones they are: what a
    /// cut-over needs it looks at itself, and whoever takes it over lets production's writes in where
    /// something is missing. A process that ended for that would leave them refused.
    ///
    /// @throws RunRefusedException if the run file does not belong to it, or leads to other clusters
    Optional<Prepared> cuttingOver() {
        if (!records.isIn(Phase.CUTTING_OVER)) {
            return Optional.empty();
        }
        Agreement.require(run, records);
        Agreement.requireToGiveBack(records, source, target, sentence -> LOG.warn("{}", sentence));
        Agreement.ofClones(source, target).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
        return Optional.of(prepared(false));
    }

    /// Why a run that goes on cannot be used without a source.
    ///
    /// @param refusal why the source cannot be used
    RunRefusedException withoutSource(RunRefusedException refusal) throws ElasticException {
        Agreement.require(run, records);
        Agreement.requireClusters(records, source, target);
        return PlannedIndex.source(plan).lost(source).map(LostIndex::refusal).orElse(refusal);
    }

    /// Its target, if this run file and both indices are those with which it began.
    ///
    /// @param from what is called as its source
    /// @throws RunRefusedException if something is another one
    IndexDescription target(IndexDescription from) throws ElasticException {
        Agreement.require(run, records);
        Agreement.requireClusters(records, source, target);
        PlannedIndex.source(plan).replaced(from).ifPresent(lost -> {
            throw lost.refusal();
        });
        Optional<IndexDescription> found = new IndexCatalog(target).find(plan.targetIndex());
        PlannedIndex.target(plan).lost(found, target).ifPresent(lost -> {
            throw lost.refusal();
        });
        return found.orElseThrow();
    }

    /// @param isCompleted whether it has ended
    Prepared prepared(boolean isCompleted) {
        return new Prepared(plan, originals(), isCompleted);
    }

    TargetOriginals originals() {
        return records.originals().orElse(new TargetOriginals(null));
    }

    /// Why it does not go on whose target takes nothing from it any more.
    RunRefusedException withoutWriteAlias() {
        return new RunRefusedException("The write alias '" + plan.writeAlias() + "' of target index '"
                + plan.targetIndex() + "' was taken away from run "
                + run.topics().run()
                + ": begin a new run under another name.");
    }
}
