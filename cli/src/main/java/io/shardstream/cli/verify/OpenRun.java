package io.shardstream.cli.verify;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.HiddenDocuments;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.scan.ScanPaces;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.index.source.PrimaryTerms;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.lanes.KafkaLanes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A prepared run, with clients of its servers.
///
/// @param topics its topics
/// @param hasEnded whether its readers and writers have ended for good
/// @param wasEndedEarly whether they have before all that was read was to be written
/// @param connections clients
/// @param lanes its lanes
/// @param paces how fast both ends may be searched
/// @param compared both ends and the lanes
/// @param terms the source's primary terms when it was planned, empty if nobody wrote them down
/// @param different source shards in which comparisons of the run have found different contents
/// @param wasVerified whether a verification of the run stood
/// @param isCutOver whether production has moved to the target
/// @param swapNumbers by target shard, the highest of its own sequence numbers when production moved there; empty if
///     it never did, or nobody knows them
public record OpenRun(
        RunTopics topics,
        boolean hasEnded,
        boolean wasEndedEarly,
        Connections connections,
        KafkaLanes lanes,
        ScanPaces paces,
        ComparedRun compared,
        Optional<SourceTerms> terms,
        Set<Integer> different,
        boolean wasVerified,
        boolean isCutOver,
        Optional<List<Long>> swapNumbers)
        implements AutoCloseable {
    /// How long each wait for readers and writers takes at most.
    public static final Duration PATIENCE = Duration.ofMinutes(5);

    /// @throws BlockedException if somebody has to look before anything of the run is settled again
    /// @throws RunRefusedException if the run was never prepared, is paused, or may do nothing at this time
    public static OpenRun of(RunFile file) throws ElasticException {
        RunTopics topics = new RunTopics(file.name());
        try (HalfMade made = new HalfMade()) {
            Connections to = made.part(Connections.ofCommand(file));
            ControlRecords records = PlannedRun.find(file, to);
            RunPlan plan = records.plan().orElseThrow();
            boolean hasEnded = records.phase()
                    .map(RunPhase::phase)
                    .filter(phase -> phase.isEnd())
                    .isPresent();
            KafkaLanes lanes = made.part(new KafkaLanes(to.kafka(), topics, plan));
            if (!hasEnded) {
                StoppedRun.reason(file.name(), records, lanes::workers).ifPresent(why -> {
                    throw new BlockedException(why);
                });
            }
            if (!hasEnded && records.pause().isPresent()) {
                throw new RunRefusedException("Run " + file.name() + " is paused"
                        + records.pause()
                                .map(Pause::reason)
                                .filter(why -> !why.isEmpty())
                                .map(why -> " (" + why + ")")
                                .orElse("")
                        + ": its readers and writers stand still, and nothing new would be settled. 'status' says more,"
                        + " and 'resume' lets it go on.");
            }
            // Nobody controls one that has ended, so whoever compares it says how fast.
            Throttle throttle =
                    hasEnded ? file.throttle() : LimitsInForce.byFile(records).orElse(file.throttle());
            if (!hasEnded
                    && !records.isIn(Phase.CUTTING_OVER)
                    && !LimitsInForce.of(records, throttle).mayWork(Instant.now())) {
                throw new RunRefusedException("Run " + file.name()
                        + " may do nothing now by its throttle: its readers stand still, and nothing new would be settled."
                        + " 'throttle' shows its limits and changes them.");
            }
            requireWholeSight(to.source(), plan.sourceIndex());
            requireWholeSight(to.target(), plan.targetIndex());
            ScanPaces paces = made.part(new ScanPaces(to.kafka(), topics.inGeneration(plan.generation()), throttle));
            ComparedRun compared = ComparedRun.of(
                    plan, to.source(), to.target(), RunFileMapping.mayRefreshSource(file, records), lanes, paces);
            // Also of a run that has ended: what somebody else has written to the target is no difference.
            compared.sight().require();
            Optional<SourceTerms> terms = records.of(SourceTerms.KEY, SourceTerms::decode);
            Optional<SignedOff> signedOff = records.of(SignedOff.KEY, SignedOff::decode);
            made.keep();
            return new OpenRun(
                    topics,
                    hasEnded,
                    hasEnded && !records.completed(),
                    to,
                    lanes,
                    paces,
                    compared,
                    terms,
                    records.differentContents(),
                    records.isVerified(),
                    signedOff.isPresent(),
                    signedOff.map(SignedOff::target).filter(numbers -> numbers.size() == plan.lanes()));
        }
    }

    /// Waits for readers and writers, unless they have ended for good.
    public Sleeper waiting(Stop stop) {
        return hasEnded
                ? stop.sleeper()
                : new UnlessGivenUp(
                        topics.run(),
                        stop.sleeper(),
                        () -> ControlRecords.read(connections.kafka(), topics),
                        InstantSource.system());
    }

    /// For one who compares.
    ///
    /// @throws RunRefusedException if the run was ended with records in Kafka that nobody writes any more
    void requireWritten() {
        if (wasEndedEarly) {
            StoppedRun.leftOver(topics.run(), lanes.state(), lanes::workers).ifPresent(why -> {
                throw new RunRefusedException(why);
            });
        }
    }

    /// Whom a command would wait for in vain until somebody starts them, as a sentence; empty if readers and
    /// writers are at work, or nobody is waited for.
    Optional<String> absence() {
        List<String> missing = hasEnded ? List.of() : lanes.workers().missing();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("Waiting up to " + PATIENCE.toMinutes()
                        + " minutes for what is not settled yet, which needs" + " readers and writers of run "
                        + topics.run() + ": " + String.join("; ", missing) + ".");
    }

    /// What is hidden from the user would be deleted by a sweep, or found missing, or not be compared.
    private static void requireWholeSight(ElasticCluster cluster, String index) throws ElasticException {
        HiddenDocuments.of(cluster, index).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    /// Source shards whose primary term has changed since the run was planned; all, if nobody knows.
    Set<Integer> shardsOfOtherTerms() throws ElasticException {
        return PrimaryTerms.changedSince(terms, connections.source(), compared.plan());
    }

    @Override
    public void close() {
        lanes.close();
        paces.close();
        connections.close();
    }
}
