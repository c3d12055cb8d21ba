package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.HiddenDocuments;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.NodeLimits;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.SharedAliases;
import io.shardstream.control.index.cluster.SourceAliasesAtStart;
import io.shardstream.control.index.source.CrossReplication;
import io.shardstream.control.index.source.NumberProbe;
import io.shardstream.control.index.source.PrimaryTerms;
import io.shardstream.control.index.source.RoutingRule;
import io.shardstream.control.index.source.Routings;
import io.shardstream.control.index.source.SettledGoal;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.index.source.SourceWrites;
import io.shardstream.control.index.source.Vectors;
import io.shardstream.control.index.source.VersionProof;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.index.target.TargetIndex;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.KnownRun;
import io.shardstream.control.state.LostControl;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.topics.BrokerLimits;
import io.shardstream.control.state.topics.DocumentLimit;
import io.shardstream.control.state.topics.KafkaAnswer;
import io.shardstream.control.state.topics.ReplicaChoice;
import io.shardstream.control.state.topics.TopicCreation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Everything before the first document: checks, topics, target, and the plan, which is written last and
/// once. Killed between any two steps it finds, when repeated, what it made before: topics and target
/// count as its own while they are empty, and nothing fills them before the plan is there.
public final class RunPreparation {
    private static final Logger LOG = LoggerFactory.getLogger(RunPreparation.class);
    private static final String MATCH_ALL = "{\"match_all\":{}}";
    private static final String HAS_ROUTING = "{\"exists\":{\"field\":\"_routing\"}}";

    private final RunSettings run;
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final KafkaConnection kafka;
    private final IndexCatalog sourceCatalog;
    private final IndexCatalog targetCatalog;
    private final TargetIndex targetIndex;
    private final TombstoneRaising raising;
    private boolean isAdopting;
    private Throttle limits = Throttle.NONE;

    public RunPreparation(RunSettings run, ElasticCluster source, ElasticCluster target, KafkaConnection kafka) {
        this.run = run;
        this.source = source;
        this.target = target;
        this.kafka = kafka;
        this.sourceCatalog = new IndexCatalog(source);
        this.targetCatalog = new IndexCatalog(target);
        this.targetIndex = new TargetIndex(target, targetCatalog, run.target());
        this.raising = new TombstoneRaising(kafka, run, target);
    }

    /// Lets a run begin with a target that another run has filled whose Kafka is gone for good. Says nothing
    /// to a run that was prepared before.
    ///
    /// @param fromRunFile limits that hold for the look at source and target, too
    public RunPreparation adoptingTarget(Throttle fromRunFile) {
        isAdopting = true;
        limits = fromRunFile;
        return this;
    }

    /// Prepares the run, or checks that it may go on as planned.
    ///
    /// @throws RunRefusedException if something is not as it must be
    /// @throws ElasticException if source or target cannot be asked
    /// @throws org.apache.kafka.common.KafkaException if Kafka breaks off
    public Prepared prepare() throws ElasticException {
        Optional<Prepared> unchecked = unchecked();
        if (unchecked.isPresent()) {
            return unchecked.get();
        }
        if (begun().isEmpty()) {
            new TargetAhead(source, target, run).requireVersions();
        }
        IndexDescription from;
        try {
            from = checkedSource();
        } catch (RunRefusedException e) {
            // Its cut-over may have begun, or ended, in this moment.
            Optional<Prepared> now = unchecked();
            if (now.isPresent()) {
                return now.get();
            }
            throw begun().orElseThrow(() -> e).withoutSource(e);
        }
        refuse(HiddenDocuments.of(target, run.target().index()));
        targetCatalog.find(run.target().index()).ifPresent(from::requireOther);
        Admin admin = kafka.admin("shardstream-control");
        try {
            KafkaAnswer.first(admin.describeCluster().clusterId(), kafka.bootstrap());
            Optional<String> lost = LostControl.of(kafka, run.topics());
            String tried = lost.isPresent() && isAdopting ? tried(from) : "";
            refuse(lost.map(sentence -> sentence + tried));
            // A plan that is there is not questioned, whatever its source answers.
            boolean isPlanned = KnownRun.prepared(kafka, run.topics()).isPresent();
            SourceWrites writes =
                    SourceWrites.whereNotSaid(isPlanned ? Optional.of(run.follow()) : run.saidFollow(), source, from);
            TopicCreation topics = new TopicCreation(admin, run.topics(), ReplicaChoice.by(admin, run.replication()));
            topics.control();
            topics.news();
            Optional<Adoption.Found> adopted = adoptable(from);
            try (PlanWriters writers = PlanWriters.begin(kafka, run.topics(), isAdopting)) {
                ControlRecords records = ControlRecords.readSettled(kafka, run.topics(), ControlTopic.FOR_TRANSACTIONS);
                return records.plan().isPresent()
                        ? goOn(records, records.plan().get(), from, topics, writers)
                        : begin(from, admin, topics, adopted, owner(records, writers), writers, writes);
            }
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }

    private static void refuse(Optional<String> sentence) {
        sentence.ifPresent(why -> {
            throw new RunRefusedException(why);
        });
    }

    /// A run that has ended, or that is being cut over.
    private Optional<Prepared> unchecked() {
        return begun().flatMap(begun -> begun.ended().or(begun::cuttingOver));
    }

    private Optional<BegunRun> begun() {
        return KnownRun.prepared(kafka, run.topics()).map(this::begun);
    }

    private BegunRun begun(ControlRecords records) {
        return new BegunRun(run, source, target, records);
    }

    private IndexDescription checkedSource() throws ElasticException {
        IndexDescription index = sourceCatalog.get(run.sourceIndex());
        refuse(SourceRules.problemOf(index, sourceCatalog.effectiveSettings(index.name()), sourceCatalog.server()));
        if (run.follow()) {
            refuse(CrossReplication.problem(index));
        }
        NumberProbe.require(source, index.name());
        refuse(HiddenDocuments.of(source, index.name()));
        return index;
    }

    private Prepared begin(
            IndexDescription from,
            Admin admin,
            TopicCreation topics,
            Optional<Adoption.Found> adopted,
            TargetOwner owner,
            PlanWriters writers,
            SourceWrites writes)
            throws ElasticException {
        TargetClaim.requireNoOther(target, run.target().index(), owner);
        refuse(Agreement.ofClones(source, target));
        refuse(SharedAliases.problem(source, from.name(), target, run.target().index(), run.follow())
                .or(() -> SourceRules.problemOfRun(from)));
        MappingBeginning following = MappingBeginning.of(source, from, kafka.understands(), run.target());
        List<Long> goal = SettledGoal.of(source, from, run.refreshSource()).read(run.follow());
        if (run.refreshSource()) {
            sourceCatalog.refreshIfAllowed(from.name());
            NumberProbe.require(source, from.name());
        }
        long documents = sourceCatalog.count(from.name(), MATCH_ALL);
        long routed = sourceCatalog.count(from.name(), HAS_ROUTING);
        RoutingRule.checkResized(from.isResized(), routed, run.idsUniqueAcrossRoutings());
        VersionProof.require(run.versions(), run.applicationVersions(), source, from);
        RoutingRule.checkShards(from.shards(), targetIndex.shards(from), routed, run.idsUniqueAcrossRoutings());
        CarriedSettings carried = CarriedSettings.between(sourceCatalog, targetCatalog, from);
        new TargetAhead(source, target, run).require(from, carried, owner.writeAlias(), routed);
        DocumentLimit limit = DocumentLimit.of(
                run.maxDocument(), BrokerLimits.requestMaxBytes(admin), NodeLimits.httpMaxContentBytes(target));
        writes.requireSaid();
        // A target that is made before it is known whether the topics can be would be left behind.
        topics.require(
                from.shards(), adopted.isPresent() ? adopted.get().index().shards() : targetIndex.shards(from), limit);
        IndexDescription to = adopted.isPresent()
                ? adopted.get().index()
                : targetIndex.prepare(
                        from,
                        routed > 0,
                        carried,
                        TargetMark.now(source, from, run.versions()),
                        TargetClaim.of(target, run.target().index(), owner),
                        following.isPossible());
        Routings routings = Routings.learn(source, from, target, to);
        routings.check(routed, run.idsUniqueAcrossRoutings());
        String docsTopicId = adopted.isPresent()
                ? topics.othersAdopting(from.shards(), to.shards(), limit)
                : topics.others(from.shards(), to.shards(), limit);
        RunPlan plan = new RunPlan(
                owner.id(),
                from.name(),
                from.uuid(),
                from.shards(),
                to.name(),
                to.uuid(),
                routings.written(),
                owner.writeAlias(),
                docsTopicId,
                RunPlan.FIRST_GENERATION,
                limit.documentBytes(),
                goal,
                documents,
                reading(from, routings));
        // Once more, after the longer part: a target that is left behind is empty, and counts as the run's own.
        writes.requireSaid();
        TargetOriginals originals = new TargetOriginals(
                TombstoneAge.original(to, WantedTarget.created(from, run.target(), routed > 0, carried)));
        if (adopted.isPresent()) {
            adopt(from, adopted.get(), plan, originals, following, writers);
        } else {
            takeNew(from, to, plan, originals, following, writers.control());
        }
        ControlRecords now = raising.raise(to.name(), Optional.of(plan.writeAlias()), originals);
        LOG.info(
                "Planned run {}: {} documents in {} shards of {} to {} shards of {}",
                run.topics().run(),
                documents,
                from.shards(),
                from.name(),
                to.shards(),
                to.name());
        return new Prepared(plan, originals, now.completed());
    }

    /// The id is drawn once and written down before the target is touched: whoever repeats the preparation
    /// finds what it has made under the same names.
    private TargetOwner owner(ControlRecords records, PlanWriters writers) {
        RunId id = records.of(RunId.KEY, RunId::decode).orElseGet(() -> {
            RunId drawn = RunId.fresh(Instant.now().truncatedTo(ChronoUnit.MILLIS));
            writers.control().runId(drawn);
            return drawn;
        });
        return TargetOwner.beginning(run.topics().run(), id);
    }

    private void takeNew(
            IndexDescription from,
            IndexDescription to,
            RunPlan plan,
            TargetOriginals originals,
            MappingBeginning following,
            ControlTopicWriter writer)
            throws ElasticException {
        Map<String, byte[]> more = begun(from, to, following);
        writer.terms(PrimaryTerms.read(source, from.name(), from.shards()));
        writer.plan(plan, originals, MappingShape.of(to.mappings()), more);
    }

    /// The target is examined before anything is made that fences other processes. That takes as long as the
    /// versions of the whole target take to be read: two processes would keep each other from ever writing a
    /// plan.
    ///
    /// @return empty if none is to be adopted, or the run has a plan
    private Optional<Adoption.Found> adoptable(IndexDescription from) throws ElasticException {
        if (!isAdopting || ControlRecords.read(kafka, run.topics()).plan().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(examined(from));
    }

    /// Before anybody deletes what is left of the lost run.
    ///
    /// @throws RunRefusedException if its target cannot be adopted
    private String tried(IndexDescription from) throws ElasticException {
        return " Target index '" + examined(from).index().name() + "' was looked at, and can be adopted.";
    }

    private Adoption.Found examined(IndexDescription from) throws ElasticException {
        IndexDescription to = targetCatalog
                .find(run.target().index())
                .orElseThrow(() -> new RunRefusedException("There is no index '"
                        + run.target().index() + "' in the target to adopt. Run the command without --adopt-target."));
        targetIndex.requireFit(to);
        return adoption().examine(from, to, run.versions(), kafka, run.topics());
    }

    /// The target is taken from the lost run before the plan is written, and by the plan's write alias. The
    /// terms are written to Kafka before that: another process may have adopted the target for this run since
    /// it was examined. Then that write is refused, and this process does not touch the target.
    private void adopt(
            IndexDescription from,
            Adoption.Found found,
            RunPlan plan,
            TargetOriginals originals,
            MappingBeginning following,
            PlanWriters writers)
            throws ElasticException {
        IndexDescription to = found.index();
        writers.control().terms(found.terms());
        adoption().fence(found, plan.writeAlias(), kafka, run.topics());
        writers.checkpoints().orElseThrow().write(found.checkpoints(plan.docsTopicId()));
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Map<String, byte[]> more = new HashMap<>();
        more.put(RunFormat.KEY, new RunFormat(Adopted.FIRST_RUN_FORMAT, ThisProcess.version(), now).encode());
        more.putAll(begun(from, to, following));
        more.putAll(found.lineages(plan.goal()));
        more.put(Adopted.KEY, Adopted.begun(now, found.documents()).encode());
        writers.control().plan(plan, originals, MappingShape.of(to.mappings()), more);
        LOG.info(
                "Adopted target index {}, which holds {} documents: it is compared with its source before the copy"
                        + " counts as complete",
                to.name(),
                found.documents());
    }

    private Adoption adoption() {
        return new Adoption(
                source, target, run.refreshSource(), Thread::sleep, side -> ScanPace.ofRunFile(side, limits));
    }

    /// What is written down beside the plan of every run that begins.
    private Map<String, byte[]> begun(IndexDescription from, IndexDescription to, MappingBeginning following)
            throws ElasticException {
        Map<String, byte[]> records = new HashMap<>(following.records(to));
        records.put(Agreed.KEY, Agreement.begun(run, source, target).encode());
        records.putAll(SourceAliasesAtStart.records(
                source, from.name(), OwnAliases.among(from.aliases()).others()));
        return records;
    }

    private SourceReading reading(IndexDescription from, Routings routings) throws ElasticException {
        Map<String, String> settings = sourceCatalog.effectiveSettings(from.name());
        Vectors.noteOf(from.name(), from.mappings(), settings).ifPresent(note -> LOG.warn("{}", note));
        return new SourceReading(
                run.versions(),
                SourceRules.readInSlices(settings),
                RoutingRule.allows(
                        routings.read(), routings.written(), from.isResized(), run.idsUniqueAcrossRoutings()));
    }

    private Prepared goOn(
            ControlRecords records, RunPlan plan, IndexDescription from, TopicCreation topics, PlanWriters writers)
            throws ElasticException {
        BegunRun begun = begun(records);
        Optional<Prepared> unchecked = begun.ended().or(begun::cuttingOver);
        if (unchecked.isPresent()) {
            return unchecked.get();
        }
        IndexDescription to = begun.target(from);
        topics.requireUnchanged(plan);
        if (records.of(Agreed.KEY, Agreed::decode).isEmpty()) {
            writers.control().agreed(Agreement.begun(run, source, target));
        }
        targetIndex.requireFit(to);
        TargetOwner.planned(plan).rival(to.name(), to.aliases()).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
        // A late call may have put a token in its place: then a controller gives it back.
        if (!new RunAliases(run.topics().run(), plan.writeAlias(), plan.id()).isTarget(to.aliases())) {
            throw begun.withoutWriteAlias();
        }
        Optional<String> underWay = OwnAlias.ofRunUnderWay(run.topics().run(), to.aliases().stream());
        return begun.prepared(
                raising.raise(to.name(), underWay, begun.originals()).completed());
    }
}
