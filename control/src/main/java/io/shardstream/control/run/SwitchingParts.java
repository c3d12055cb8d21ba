package io.shardstream.control.run;

import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.meaning.MeaningComparison;
import io.shardstream.control.compare.meaning.MeaningOptions;
import io.shardstream.control.compare.meaning.MeaningSides;
import io.shardstream.control.compare.scan.ScanPaces;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.WatchedSwitch;
import io.shardstream.control.index.source.PrimaryTerms;
import io.shardstream.control.index.target.FollowedMapping;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.clean.RunsOfKafka;
import io.shardstream.control.run.cutover.Switching;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.state.lanes.KafkaLanes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;

/// What switches production over the real servers of a run, for whoever controls it.
///
/// @param lanes between source and target
/// @param paces limit what is read for comparisons
/// @param compared both indices
/// @param verifications compare them
/// @param switching carries out the commands that switch production
record SwitchingParts(
        KafkaLanes lanes,
        ScanPaces paces,
        ComparedRun compared,
        ComparedEquality.Verifications verifications,
        Switching switching)
        implements AutoCloseable {

    private static final Duration SEARCH_PATIENCE = Duration.ofMinutes(1);

    /// @param topics in the generation of the plan
    /// @param said what the control topic says
    /// @param mapping follows the source's while the run lasts
    static SwitchingParts of(
            RunTopics topics,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            ControlSettings settings,
            ControlRecords said,
            FollowedMapping mapping,
            InstantSource clock,
            Sleeper sleeper) {
        try (HalfMade made = new HalfMade()) {
            KafkaLanes lanes = made.part(new KafkaLanes(kafka, topics, plan));
            ScanPaces paces = made.part(new ScanPaces(kafka, topics, settings.throttle()));
            ComparedRun compared = ComparedRun.of(plan, source, target, settings.mayRefreshSource(), lanes, paces);
            Optional<SourceTerms> terms = said.of(SourceTerms.KEY, SourceTerms::decode);
            // Those of an adopted target are written again when it has been compared.
            boolean isAdopted = said.of(Adopted.KEY, Adopted::decode).isPresent();
            ComparedEquality.Verifications verifications = waits -> new Verification(
                    compared,
                    PrimaryTerms.changedSince(
                            isAdopted
                                    ? ControlRecords.read(kafka, topics).of(SourceTerms.KEY, SourceTerms::decode)
                                    : terms,
                            source,
                            plan),
                    clock,
                    waits,
                    ComparisonRounds.MOST_BYTES,
                    new Random());
            Switching switching = new Switching(new CutoverContext(
                    topics.run(),
                    new WatchedSwitch(new HttpClusterSwitch(source)),
                    new WatchedSwitch(new HttpClusterSwitch(target)),
                    compared.source(),
                    compared.target(),
                    lanes,
                    new ComparedEquality(
                                    compared,
                                    waits -> new Sweep(compared, clock, waits, ComparisonRounds.MOST_BYTES),
                                    verifications,
                                    clock)
                            .with((documents, waits) -> new MeaningComparison(
                                            MeaningSides.of(compared, source, target), clock, waits)
                                    .compare(MeaningOptions.beside(documents, true, SEARCH_PATIENCE))),
                    settings.cutover(),
                    mapping,
                    sleeper,
                    new RunsOfKafka(kafka, clock)));
            made.keep();
            return new SwitchingParts(lanes, paces, compared, verifications, switching);
        }
    }

    @Override
    public void close() {
        lanes.close();
        paces.close();
    }
}
