package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.compare.version.SourceLosses;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.RunInCluster;
import io.shardstream.control.index.cluster.RunInCluster.Given;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.run.cutover.WholeIndices;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a run that is over has left in both clusters: aliases, and the small indices on which some of these
/// depend. Other indices stay, and so does what the target's
/// mapping says of where its documents came from (`_meta.shardstream`), by which a later run can take it
/// over.
public final class Leftovers {
    private static final String SOURCE = "source";
    private static final String TARGET = "target";

    private final String run;
    private final RunPlan plan;
    private final ControlRecords said;
    private final ClusterSwitch source;
    private final ClusterSwitch target;

    /// @param said what the control topic says of a run that was prepared
    public Leftovers(String run, ControlRecords said, ClusterSwitch source, ClusterSwitch target) {
        this.run = run;
        this.said = said;
        this.plan = said.plan().orElseThrow();
        this.source = source;
        this.target = target;
    }

    /// @throws RunRefusedException if the clusters are not those of the run
    /// @throws ElasticException if one does not say which it is, but for a source that has been switched off
    public void requireClusters() throws ElasticException {
        Optional<Agreed> agreed = agreed();
        if (agreed.isPresent()) {
            Optional<String> ofSource = sourceCluster();
            if (ofSource.isPresent()) {
                require(SOURCE, ofSource.get(), agreed.get().sourceCluster());
            }
            if (!isTargetLost()) {
                require(TARGET, target.clusterUuid(), agreed.get().targetCluster());
            }
        }
    }

    /// Whether the target of a run that was given up is in a cluster that is gone: one with no index of its name
    /// answers in its place.
    private boolean isTargetLost() throws ElasticException {
        String cluster = agreed().map(Agreed::targetCluster).orElse("");
        return said.isIn(Phase.ABORTED)
                && !cluster.isEmpty()
                && !cluster.equals(target.clusterUuid())
                && FoundIndex.of(target, plan.targetIndex()).isEmpty();
    }

    private Optional<Agreed> agreed() {
        return said.of(Agreed.KEY, Agreed::decode);
    }

    /// Which cluster the source is in; empty if nobody answers there and production has left it for good. One
    /// that is slow, or does not let us in, is there.
    private Optional<String> sourceCluster() throws ElasticException {
        try {
            return Optional.of(source.clusterUuid());
        } catch (ElasticException.Unreachable e) {
            if (!isLeftForGood() || e.isOfAccess() || e.isLate()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// Whether production was moved and will not come back, so that the source may be switched off.
    private boolean isLeftForGood() {
        return said.isIn(Phase.COMPLETED)
                && wasCutOver()
                && Necessity.of(run, said).isEmpty();
    }

    /// One that was taken back has no notes any more.
    private boolean wasCutOver() {
        return said.of(CutoverNotes.KEY, CutoverNotes::decode).isPresent();
    }

    private static void require(String side, String found, String agreed) {
        if (!agreed.isEmpty() && !agreed.equals(found)) {
            throw new RunRefusedException("The " + side + " cluster of this run file is " + found
                    + ", and the run's is " + agreed + ": correct " + side + ".nodes in the run file.");
        }
    }

    /// Why what the run has in Kafka may be the last copy of documents; empty if it is not. Where production
    /// was moved, it is not: that has gone on since. A copy that was completed and never cut over may have
    /// been made to be used, so that its source is needed no more: then the target is to be gone, too.
    ///
    /// @param kafka asks how far the run is
    public Optional<LastCopy> lastCopy(SourceLosses.Kafka kafka) throws ElasticException {
        boolean isComplete = said.isIn(Phase.COMPLETED);
        if (isComplete && wasCutOver()) {
            return Optional.empty();
        }
        Optional<String> ofSource = WholeIndices.sourceProblem(
                source,
                plan,
                new SourceLosses(kafka, shard -> said.of(AcceptedHistory.key(shard), AcceptedHistory::decode)));
        if (ofSource.isEmpty() || WholeIndices.hasCopy(source, copies())) {
            return Optional.empty();
        }
        LastCopy last = new LastCopy(ofSource.get(), WholeIndices.targetProblem(target, plan));
        return isComplete && last.isTargetWhole() ? Optional.empty() : Optional.of(last);
    }

    private List<SourceCopy> copies() {
        return said.all(SourceCopy.KEY_PREFIX, SourceCopy::decode);
    }

    /// What the clusters have of the run.
    ///
    /// @param aliases by cluster, those that the run has given indices
    /// @param isSourceSilent whether the source's cluster was passed over, as nobody answers there and
    ///     production has left it for good
    /// @param isTargetLost whether the target's cluster was passed over, as another one without the target's
    ///     index answers in its place
    public record Seen(List<Aliases> aliases, boolean isSourceSilent, boolean isTargetLost) {
        public Seen {
            aliases = List.copyOf(aliases);
        }

        /// If there is nothing.
        public static final Seen NOTHING = new Seen(List.of(), false, false);
    }

    /// A mark of a rollback is named after the run alone. That of another one of the name, which finishes its
    /// rollback by it, stays.
    ///
    /// @throws ElasticException also while a cluster's state is not whole
    public Seen seen() throws ElasticException {
        List<Place> places = places();
        List<Aliases> all = new ArrayList<>();
        for (Place place : places) {
            List<Given> given = new ArrayList<>(place.in().aliases());
            given.removeIf(one -> one.isMarkOfRollback() && !ProductionAt.mayHaveGoneBack(said));
            if (place.name().equals(SOURCE)) {
                given.addAll(place.in().anchors());
            }
            if (!given.isEmpty()) {
                all.add(new Aliases(place, given));
            }
        }
        List<String> asked = places.stream().map(Place::name).toList();
        return new Seen(all, asked.equals(List.of(TARGET)), asked.isEmpty() || asked.equals(List.of(SOURCE)));
    }

    /// The same of a run that has no plan: by which aliases it has taken its target. Marks of a cut-over are
    /// another run's of its name.
    ///
    /// @param owner under which names it would have taken it
    /// @param index the name of its target
    public static Seen beforePlan(TargetOwner owner, String index, ClusterSwitch target) throws ElasticException {
        Place place = new Place(TARGET, RunInCluster.beforePlan(target, owner, index));
        List<Given> given = place.in().aliases().stream()
                .filter(one ->
                        one.alias().equals(owner.writeAlias()) || one.alias().equals(owner.claim()))
                .toList();
        return given.isEmpty() ? Seen.NOTHING : new Seen(List.of(new Aliases(place, given)), false, false);
    }

    /// A cluster of the run.
    private record Place(String name, RunInCluster in) {}

    /// What a run has given indices of one cluster.
    public static final class Aliases {
        private final Place place;
        private final List<Given> given;

        private Aliases(Place place, List<Given> given) {
            this.place = place;
            this.given = List.copyOf(given);
        }

        /// Which cluster, such as `source`.
        public String cluster() {
            return place.name();
        }

        public List<Given> given() {
            return given;
        }

        /// Takes them away.
        ///
        /// @throws RunRefusedException if one of them was gone, and nothing was changed
        public void drop() throws ElasticException {
            if (!place.in().drop(given)) {
                throw new RunRefusedException(
                        "Somebody else has changed the aliases of the run meanwhile: give 'clean'" + " again.");
            }
        }
    }

    private List<Place> places() throws ElasticException {
        Set<String> ofSource = new LinkedHashSet<>(List.of(plan.sourceIndex()));
        copies().forEach(copy -> ofSource.add(copy.index()));
        Set<String> ofTarget = new LinkedHashSet<>(List.of(plan.targetIndex()));
        Optional<String> found = sourceCluster();
        String cluster = target.clusterUuid();
        // By other addresses the one cluster still answers.
        boolean isOne = found.or(() -> agreed().map(Agreed::sourceCluster))
                .filter(cluster::equals)
                .isPresent();
        if (isOne) {
            ofSource.addAll(ofTarget);
            return List.of(
                    new Place("cluster", new RunInCluster(found.isPresent() ? source : target, run, plan, ofSource)));
        }
        if (isTargetLost()) {
            return found.isPresent()
                    ? List.of(new Place(SOURCE, new RunInCluster(source, run, plan, ofSource)))
                    : List.of();
        }
        Place inTarget = new Place(TARGET, new RunInCluster(target, run, plan, ofTarget));
        return found.isPresent()
                ? List.of(new Place(SOURCE, new RunInCluster(source, run, plan, ofSource)), inTarget)
                : List.of(inTarget);
    }

    /// Why the servers say that the aliases are still needed, as a sentence; empty if they are not.
    public Optional<String> needed(List<Aliases> aliases) throws ElasticException {
        Optional<Given> mark = aliases.stream()
                .flatMap(of -> of.given().stream())
                .filter(Given::isMarkOfCutover)
                .findFirst();
        if (mark.isPresent()) {
            return mark.map(one -> "Index '" + one.index() + "' has the mark of a cut-over (alias " + one.alias()
                    + "), and this run does not know of it. It may be of another run that is called " + run
                    + ", as one with another Kafka, and its way back: leave it to the 'rollback' or 'release' of that"
                    + " run, and give 'clean' again then. Only if there is no such run, look which index production is"
                    + " on, and take that alias away.");
        }
        boolean isOnTarget = said.isIn(Phase.COMPLETED);
        String index = isOnTarget ? plan.targetIndex() : plan.sourceIndex();
        return aliases.stream()
                                .flatMap(of -> of.given().stream())
                                .anyMatch(one -> one.isOfBlock() && one.index().equals(index))
                        && new RunInCluster(isOnTarget ? target : source, run, plan, Set.of()).isBlocked(index)
                ? Optional.of("Writes to '" + index + "', which production uses, are refused by a write block that this"
                        + " run may have set. Lift it first: " + WriteBlock.lifting(index) + ".")
                : Optional.empty();
    }
}
