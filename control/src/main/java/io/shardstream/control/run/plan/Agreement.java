package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ClusterUuid;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.IndexIdentity;
import io.shardstream.control.index.cluster.ClonedCluster;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether a run file belongs to the run that its name stands for. Processes work by the run's plan: a run
/// file that says anything else would be passed over in silence, or would work on another index.
public final class Agreement {
    private static final Logger LOG = LoggerFactory.getLogger(Agreement.class);

    private Agreement() {}

    /// What a run that begins writes down beside its plan.
    ///
    /// @param file of a process that was told `docs.seal-key`, if there is one
    static Agreed begun(RunSettings file, ElasticCluster source, ElasticCluster target) {
        return new Agreed(file.follow(), file.seal().orElseThrow(), uuidOf(source), uuidOf(target));
    }

    /// A user who may not ask learns of another cluster by its index's uuid all the same.
    private static String uuidOf(ElasticCluster cluster) {
        try {
            return ClusterUuid.of(cluster);
        } catch (ElasticException e) {
            return "";
        }
    }

    /// @throws RunRefusedException if the run file does not belong to the run
    public static void require(RunSettings file, ControlRecords records) {
        problem(file, records).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    /// Why the run file does not belong to the run, as a sentence or two; empty if it does, or if the run has
    /// no plan. What an earlier version did not write down is not compared.
    ///
    /// @param records what the control topic says
    public static Optional<String> problem(RunSettings file, ControlRecords records) {
        String run = file.topics().run();
        Optional<Agreed> agreed = records.of(Agreed.KEY, Agreed::decode);
        List<Difference> differences = new ArrayList<>();
        records.plan().ifPresent(plan -> differences.addAll(ofPlan(file, plan)));
        agreed.ifPresent(
                terms -> compare("follow", String.valueOf(file.follow()), String.valueOf(terms.follow()), differences));
        List<String> sentences = new ArrayList<>();
        if (!differences.isEmpty()) {
            sentences.add(
                    "This run file does not belong to run %s: it says %s, and the run was planned with %s. Correct the run file, or give it another run name."
                            .formatted(run, joined(differences, true), joined(differences, false)));
        }
        agreed.flatMap(terms -> file.seal().flatMap(seal -> ofSeal(run, seal, terms.seal())))
                .ifPresent(sentences::add);
        return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
    }

    /// Whoever controls a run, compares or repairs must be in its clusters: in another one there is neither a
    /// block nor a mark of a swap, and all documents are missing.
    ///
    /// @throws RunRefusedException if a cluster is another one than the run's
    public static void requireClusters(ControlRecords records, ElasticCluster source, ElasticCluster target) {
        problemOfClusters(records, source, target).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    /// Why these are not the run's clusters, as a sentence; empty if they are. An index that was made again
    /// in the right cluster is told by whoever needs it: `abort` may not. So is a cluster that cannot be
    /// asked, since the other one may be enough to give production back. After a cut-over each command looks
    /// at what it is about.
    public static Optional<String> problemOfClusters(
            ControlRecords records, ElasticCluster source, ElasticCluster target) {
        if (records.completed()) {
            return Optional.empty();
        }
        RunPlan plan = records.plan().orElseThrow();
        return records.of(Agreed.KEY, Agreed::decode)
                .flatMap(agreed -> ofCluster(source, plan.sourceIndex(), agreed.sourceCluster(), plan.sourceUuid())
                        .or(() -> ofCluster(target, plan.targetIndex(), agreed.targetCluster(), plan.targetUuid())))
                .or(() -> ofClones(source, target));
    }

    /// Why the two clusters cannot be told apart; a cluster that cannot be asked is told by whoever needs it.
    static Optional<String> ofClones(ElasticCluster source, ElasticCluster target) {
        try {
            return ClonedCluster.problem(source, target);
        } catch (ElasticException e) {
            LOG.debug("Whether source and target are one cluster is not told", e);
            return Optional.empty();
        }
    }

    /// For whoever gives production back to the source, which needs no target; a clone of its cluster is none
    /// either. A cluster that has lost its data and was made anew is another one. Where production may be on the
    /// target, that has to be asked: then an index of its name in another cluster is one at a wrong address.
    ///
    /// @param warnings told if the target's cluster is another one
    /// @throws RunRefusedException if the source's cluster is another one, or the target's has such an index
    ///     and the swap may have happened
    public static void requireToGiveBack(
            ControlRecords records, ElasticCluster source, ElasticCluster target, Consumer<String> warnings) {
        Optional<Agreed> agreed = records.of(Agreed.KEY, Agreed::decode);
        if (records.completed() || agreed.isEmpty()) {
            return;
        }
        RunPlan plan = records.plan().orElseThrow();
        ofCluster(source, plan.sourceIndex(), agreed.get().sourceCluster(), plan.sourceUuid())
                .ifPresent(sentence -> {
                    throw new RunRefusedException(sentence);
                });
        IndexIdentity planned = new IndexIdentity(agreed.get().targetCluster(), plan.targetUuid());
        elsewhere(target, plan.targetIndex(), planned)
                .ifPresent(found -> found.problem(target.name(), plan.targetIndex(), planned)
                        .ifPresent(sentence -> {
                            if (!found.index().isEmpty() && mayBeSwapped(records)) {
                                throw new RunRefusedException(sentence);
                            }
                            warnings.accept(sentence);
                        }));
    }

    private static boolean mayBeSwapped(ControlRecords records) {
        return records.all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(step -> step.name().equals(Step.SWAP));
    }

    private static Optional<String> ofCluster(ElasticCluster asked, String index, String cluster, String uuid) {
        IndexIdentity planned = new IndexIdentity(cluster, uuid);
        return elsewhere(asked, index, planned).flatMap(found -> found.problem(asked.name(), index, planned));
    }

    /// The index of that name, or that there is none, if it is certain that the cluster is another one.
    private static Optional<IndexIdentity> elsewhere(ElasticCluster asked, String index, IndexIdentity planned) {
        try {
            return IndexIdentity.of(asked, index).filter(found -> found.isInOtherCluster(planned));
        } catch (ElasticException e) {
            LOG.debug("The {} does not say which cluster it is", asked.name(), e);
            return Optional.empty();
        }
    }

    private record Difference(String key, String said, String planned) {}

    private static List<Difference> ofPlan(RunSettings file, RunPlan plan) {
        List<Difference> differences = new ArrayList<>();
        compare("source.index", quoted(file.sourceIndex()), quoted(plan.sourceIndex()), differences);
        compare("target.index", quoted(file.target().index()), quoted(plan.targetIndex()), differences);
        OptionalInt shards = file.target().shards();
        if (shards.isPresent()) {
            compare("target.shards", "" + shards.getAsInt(), "" + plan.lanes(), differences);
        }
        compare(
                "version.mode",
                file.versions().text(),
                plan.reading().versions().text(),
                differences);
        return differences;
    }

    private static void compare(String key, String said, String planned, List<Difference> differences) {
        if (!said.equals(planned)) {
            differences.add(new Difference(key, said, planned));
        }
    }

    private static String joined(List<Difference> differences, boolean isSaid) {
        return String.join(
                " and ",
                differences.stream()
                        .map(one -> one.key() + " " + (isSaid ? one.said() : one.planned()))
                        .toList());
    }

    private static String quoted(String name) {
        return "'" + name + "'";
    }

    private static Optional<String> ofSeal(String run, String said, String agreed) {
        if (said.equals(agreed)) {
            return Optional.empty();
        }
        if (said.isEmpty()) {
            return Optional.of("This run file has no docs.seal-key, and run " + run
                    + " seals its documents: add the key with which the run began.");
        }
        return Optional.of(
                agreed.isEmpty()
                        ? "This run file has a docs.seal-key, and run " + run
                                + " does not seal its documents: remove the key, or begin a run under another name."
                        : "docs.seal-key in this run file is not the key with which run " + run
                                + " began: put that key there.");
    }
}
