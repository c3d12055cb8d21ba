package io.shardstream.control.preflight;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.Privileges;
import io.shardstream.control.index.server.RequiredPrivileges;
import io.shardstream.control.preflight.sample.Machines;
import io.shardstream.control.preflight.sample.RunExtent;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.sample.TimeModel;
import io.shardstream.control.preflight.server.BrokerFindings;
import io.shardstream.control.preflight.server.BrokerRoom;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.KafkaNeed;
import io.shardstream.control.preflight.server.Seen;
import io.shardstream.control.preflight.server.TopicFindings;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.lanes.UnsaidTrim;
import io.shardstream.control.state.topics.ReplicaChoice;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/// A dry run: can it be done, how long will it take, what will it need? Changes nothing, but for a throw-away
/// index where that is allowed.
public final class Survey {
    private final SurveySettings settings;
    private final RunSettings run;
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final Supplier<KafkaFacts> kafka;
    private final KnownRuns runs;
    private final FindingList findings = new FindingList();

    /// @param kafka asks the brokers, as [io.shardstream.control.preflight.server.KafkaSurvey] does
    /// @param runs those of the same Kafka
    public Survey(
            SurveySettings settings,
            ElasticCluster source,
            ElasticCluster target,
            Supplier<KafkaFacts> kafka,
            KnownRuns runs) {
        this.runs = runs;
        this.settings = settings;
        this.run = settings.run();
        this.source = source;
        this.target = target;
        this.kafka = kafka;
    }

    /// Asks everybody. Target and Kafka may be away, which is a finding.
    ///
    /// @param stopped whether the sample shall not go on
    /// @throws ElasticException if the source cannot be asked, or the addresses of a side lead to two
    ///     clusters, unless the run has ended
    public Report take(SampleWish wish, LongSupplier nanoTime, BooleanSupplier stopped) throws ElasticException {
        Optional<KafkaFacts> brokers = askKafka();
        Optional<ControlRecords> begun = brokers.flatMap(KafkaFacts::records);
        boolean hasEnded =
                begun.flatMap(records -> records.end(run.topics().run())).isPresent();
        if (!hasEnded) {
            source.requireOneCluster();
            target.requireOneCluster();
        }
        if (begun.isPresent() && !new BegunSurvey(run, source, target, findings).goesOn(begun.get())) {
            return withoutSurvey(brokers);
        }
        brokers.ifPresent(facts -> findings.addAll(TopicFindings.of(run.topics(), facts, run.replication())));
        ClusterSurvey sourceCluster = new ClusterSurvey("source", source, findings);
        ClusterFacts from = sourceCluster.facts();
        sourceCluster.access(from.server(), new Privileges("source", settings.needsOfSource(), run.sourceIndex()));
        new Replacing(source, target, settings, runs, findings).look(owner(brokers));
        Optional<SourceFacts> index = new SourceSurvey(source, settings, findings).facts();
        new GuardSurvey(settings.throttle(), findings).look(source, target);
        WritesSurvey writes = new WritesSurvey(source, run.saidFollow(), index, findings);
        TargetAnswers to = askTarget(from.server(), index, brokers);
        if (index.isPresent()) {
            new StateManagementSurvey(source, findings).source(from.server(), run.sourceIndex());
        }
        to.lookForPolicies(target, run.target().index(), findings);
        Optional<SampleResult> sample = index.flatMap(found ->
                new SampleTaking(source, target, wish, nanoTime, stopped, findings).take(found, to.facts(), settings));
        if (!wish.tryWriting()) {
            findings.add(Finding.unknown(
                    FindingCode.SPEED_UNKNOWN,
                    "how fast the target takes documents, and which of them it refuses: with"
                            + " --try-writing a sample is written to a throw-away index."));
        }
        if (index.isPresent()) {
            new SwapSurvey(source, target, settings, findings).look(from.server(), to.server());
        }
        index.ifPresent(found -> brokers.ifPresent(known -> room(found, to.facts(), sample, known)));
        index.ifPresent(found -> new TypeSurvey(source, target, findings)
                .look(found.index().name(), to.facts().map(TargetFacts::target)));
        index.ifPresent(found -> further(found, from.server(), to, brokers, sample));
        if (brokers.filter(KafkaFacts::prepared).isEmpty()) {
            writes.lookAgain();
        }
        return new Report(
                from.server(),
                index,
                to.server(),
                to.facts(),
                brokers,
                sample,
                sample.flatMap(taken -> TimeModel.of(taken, conditions(index, from.nodes(), to))),
                findings.worstFirst());
    }

    /// Of a run that does not go on it does not matter what would be copied, and how.
    private Report withoutSurvey(Optional<KafkaFacts> brokers) {
        return new Report(
                serverOf(source),
                Optional.empty(),
                Optional.of(serverOf(target)),
                Optional.empty(),
                brokers,
                Optional.empty(),
                Optional.empty(),
                findings.worstFirst());
    }

    private static Server serverOf(ElasticCluster cluster) {
        try {
            return new IndexCatalog(cluster).server();
        } catch (ElasticException e) {
            return Server.SILENT;
        }
    }

    /// What follows from what both sides have said.
    private void further(
            SourceFacts index,
            Server from,
            TargetAnswers to,
            Optional<KafkaFacts> brokers,
            Optional<SampleResult> sample) {
        try {
            new RoutingSurvey(source, target, run, findings)
                    .look(index, to.facts().map(TargetFacts::target), to.server());
            new PlacingSurvey(source, findings).look(index, to.facts().map(TargetFacts::target), to.server());
            if (to.facts().isPresent()) {
                new UsageSurvey(source, findings)
                        .look(
                                from,
                                index,
                                to.facts().get().target().description().mappings());
            }
            if (to.server().isPresent()) {
                new DateSurvey(source, findings).look(index, from, to.server().get());
                new SizeSurvey(source, target, findings)
                        .look(index, run.maxDocument(), brokers, to.server().get(), sample.map(Survey::seen));
            }
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.ROUTING_UNKNOWN,
                    "how documents are routed, and whether any is too large (" + e.getMessage() + ")."));
        }
    }

    private static Seen seen(SampleResult sample) {
        return new Seen(sample.documents(), sample.largestBytes(), sample.largestId(), sample.passedOver());
    }

    private RunExtent conditions(Optional<SourceFacts> index, List<ClusterNode> from, TargetAnswers to) {
        return new RunExtent(
                index.map(SourceFacts::documents).orElse(0L),
                to.facts().map(TargetFacts::copiesOnBusiestNode).orElse(1.0),
                Machines.of(
                        from,
                        settings.sourceIsHere(),
                        to.facts().map(TargetFacts::nodes).orElse(List.of()),
                        settings.targetIsHere(),
                        Machines::isHere),
                Runtime.getRuntime().availableProcessors(),
                settings.throttle().total());
    }

    private record TargetAnswers(Optional<Server> server, Optional<TargetFacts> facts) {
        private void lookForPolicies(ElasticCluster target, String index, FindingList findings)
                throws ElasticException.Unreachable {
            if (server.isPresent() && facts.isPresent()) {
                new StateManagementSurvey(target, findings)
                        .target(server.get(), index, facts.get().target().exists());
            }
        }
    }

    private TargetAnswers askTarget(Server from, Optional<SourceFacts> index, Optional<KafkaFacts> brokers) {
        try {
            ClusterSurvey survey = new ClusterSurvey("target", target, findings);
            ClusterFacts cluster = survey.facts();
            boolean prepared = brokers.map(KafkaFacts::prepared).orElse(false);
            TargetOwner owner = owner(brokers);
            survey.access(
                    cluster.server(),
                    new Privileges(
                            "target",
                            RequiredPrivileges.ofTarget(run.target().index(), owner),
                            run.target().index()));
            TargetSurvey place = new TargetSurvey(from, target, run, findings);
            // A run that has lost its control topic is told the way out, which is another than for one that
            // begins. And while Kafka does not answer nobody knows whether the target is this run's own.
            boolean isKnown = brokers.isPresent() && brokers.get().lostControl().isEmpty();
            Optional<TargetOwner> known = isKnown ? Optional.of(owner) : Optional.empty();
            return new TargetAnswers(
                    Optional.of(cluster.server()),
                    index.isPresent() ? place.facts(index.get(), cluster, known, prepared) : Optional.empty());
        } catch (ElasticException e) {
            findings.add(Finding.blocks(
                    FindingCode.TARGET_NOT_ANSWERING,
                    "The target cannot be asked: " + e.getMessage(),
                    "Check target.nodes and target.auth."));
            return new TargetAnswers(Optional.empty(), Optional.empty());
        }
    }

    private TargetOwner owner(Optional<KafkaFacts> brokers) {
        return brokers.flatMap(KafkaFacts::owner)
                .orElseGet(() -> TargetOwner.beginning(run.topics().run(), RunId.fresh(Instant.now())));
    }

    private Optional<KafkaFacts> askKafka() {
        try {
            return Optional.of(kafka.get());
        } catch (RunRefusedException e) {
            findings.add(Finding.blocks(FindingCode.KAFKA_NOT_ANSWERING, String.valueOf(e.getMessage()), ""));
        } catch (KafkaException e) {
            findings.add(Finding.blocks(
                    FindingCode.KAFKA_NOT_ANSWERING,
                    "Kafka: " + e.getMessage(),
                    "Check kafka.bootstrap and kafka.properties."));
        }
        return Optional.empty();
    }

    private long maxBacklog(KafkaFacts brokers) {
        Optional<BrokerRoom> least = brokers.leastRoom();
        return new BacklogLimit(
                        settings.maxBacklog(),
                        least.isPresent() ? OptionalLong.of(least.get().bytes()) : OptionalLong.empty())
                .most();
    }

    /// Without a sample the documents are taken to be as large as what they take on the source's disks.
    private void room(SourceFacts index, Optional<TargetFacts> to, Optional<SampleResult> sample, KafkaFacts brokers) {
        long bytes = sample.filter(taken -> taken.documents() > 0)
                .map(taken -> taken.bytesPerDocument() * index.documents())
                .orElse(index.bytes());
        if (run.replication() == ReplicaChoice.NOT_SAID && !brokers.prepared()) {
            findings.add(BrokerFindings.chosen(brokers));
        }
        findings.addAll(BrokerFindings.of(
                brokers,
                new KafkaNeed(
                        brokers.replication(run.replication()),
                        to.map(target -> OptionalInt.of(target.shards())).orElse(OptionalInt.empty()),
                        maxBacklog(brokers),
                        settings.trim()
                                .orElseGet(() -> to.map(TargetFacts::target)
                                        .map(target -> UnsaidTrim.ofWanted(target.settings()))
                                        .orElse(Trim.VERIFIED)),
                        settings.sessionTimeout(),
                        OptionalLong.of(bytes))));
    }
}
