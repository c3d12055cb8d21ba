package io.shardstream.control.clean;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Agreed;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.SourceCopy;
import io.shardstream.control.cutover.ClusterSwitch;
import io.shardstream.control.cutover.CopiedSource;
import io.shardstream.control.cutover.RunInCluster;
import io.shardstream.control.cutover.RunInCluster.Given;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a run that is over has left in both clusters: aliases. Indices stay, and so does what the target's
/// mapping says of where its documents came from (`_meta.shardstream`), by which a later run can take it
/// over.
public final class Leftovers {
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
    /// @throws ElasticException if one does not say which it is
    public void requireClusters() throws ElasticException {
        Optional<Agreed> agreed = said.of(Agreed.KEY, Agreed::decode);
        if (agreed.isPresent()) {
            require("source", source.clusterUuid(), agreed.get().sourceCluster());
            require("target", target.clusterUuid(), agreed.get().targetCluster());
        }
    }

    private static void require(String side, String found, String agreed) {
        if (!agreed.isEmpty() && !agreed.equals(found)) {
            throw new RunRefusedException("The " + side + " cluster of this run file is " + found
                    + ", and the run's is " + agreed + ": correct " + side + ".nodes in the run file.");
        }
    }

    /// Why what the run has in Kafka may be the last copy of documents, as the part of a sentence; empty if
    /// it is not, or production has moved.
    public Optional<String> lostSource() throws ElasticException {
        return said.isIn(Phase.COMPLETED) ? Optional.empty() : CopiedSource.problem(source, plan);
    }

    /// By cluster, the aliases that the run has given indices.
    ///
    /// @throws ElasticException also while a cluster's state is not whole
    public List<Aliases> aliases() throws ElasticException {
        List<Aliases> all = new ArrayList<>();
        for (Place place : places()) {
            List<Given> given = place.in().aliases();
            if (!given.isEmpty()) {
                all.add(new Aliases(place, given));
            }
        }
        return all;
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
        said.all(SourceCopy.KEY_PREFIX, SourceCopy::decode).forEach(copy -> ofSource.add(copy.index()));
        Set<String> ofTarget = new LinkedHashSet<>(List.of(plan.targetIndex()));
        if (source.clusterUuid().equals(target.clusterUuid())) {
            ofSource.addAll(ofTarget);
            return List.of(new Place("cluster", new RunInCluster(source, run, plan, ofSource)));
        }
        return List.of(
                new Place("source", new RunInCluster(source, run, plan, ofSource)),
                new Place("target", new RunInCluster(target, run, plan, ofTarget)));
    }

    /// Why the servers say that the aliases are still needed, as a sentence; empty if they are not.
    public Optional<String> needed(List<Aliases> aliases) throws ElasticException {
        Optional<Given> mark = aliases.stream()
                .flatMap(of -> of.given().stream())
                .filter(Given::isMarkOfCutover)
                .findFirst();
        if (mark.isPresent()) {
            return mark.map(one -> "Index '" + one.index() + "' has the mark of a cut-over of this run (alias "
                    + one.alias() + "), and the run does not know of it: look which index production is on, and take"
                    + " that alias away.");
        }
        boolean isOnTarget = said.isIn(Phase.COMPLETED);
        String index = isOnTarget ? plan.targetIndex() : plan.sourceIndex();
        return aliases.stream()
                                .flatMap(of -> of.given().stream())
                                .anyMatch(one -> one.isOfBlock() && one.index().equals(index))
                        && new RunInCluster(isOnTarget ? target : source, run, plan, Set.of()).isBlocked(index)
                ? Optional.of("Writes to '" + index + "', which production uses, are refused by a write block that this"
                        + " run may have set. Lift it first: PUT /" + index + "/_settings"
                        + " {\"index.blocks.write\": null}.")
                : Optional.empty();
    }
}
