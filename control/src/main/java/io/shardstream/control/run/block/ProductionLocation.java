package io.shardstream.control.run.block;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Where production is, as the servers say now. The run's own record says only where it put it, and people
/// move aliases by hand.
///
/// @param sentence where its aliases are
/// @param isOnTarget whether the target is the index that the run wrote to, and no alias is only on another
///     one, or on the source, too
public record ProductionLocation(String sentence, boolean isOnTarget) {
    private static final Duration ASKING = Duration.ofSeconds(10);

    /// Asks for ten seconds at most: this only tells, and what it is told with does not wait for it.
    ///
    /// @param aliases of production; empty for those that either index has
    /// @param steps of the request that is answered; afterwards they end when these ten seconds are over
    public static ProductionLocation asked(Sides sides, ControllerEpoch term, List<String> aliases, Steps steps)
            throws Exception {
        steps.until(
                term.clock().instant().plus(ASKING),
                () -> "no answer within " + ASKING.toSeconds() + " s"
                        + (steps.trouble().isEmpty() ? "" : ", " + steps.trouble()));
        try {
            return steps.tried(() -> found(sides, term, aliases));
        } catch (GivenUpException | ElasticException.Refused e) {
            return new ProductionLocation(
                    "The servers do not say where production is: " + FullStop.of(String.valueOf(e.getMessage())),
                    false);
        }
    }

    private static ProductionLocation found(Sides sides, ControllerEpoch term, List<String> aliases)
            throws ElasticException {
        Optional<FoundIndex> source = sides.foundSource();
        Optional<FoundIndex> target = sides.foundTarget();
        Set<String> all = new TreeSet<>(aliases);
        if (all.isEmpty()) {
            source.map(FoundIndex::production).ifPresent(all::addAll);
            target.map(FoundIndex::production).ifPresent(all::addAll);
        }
        Map<String, List<String>> byPlace = new LinkedHashMap<>();
        for (String alias : all) {
            byPlace.computeIfAbsent(place(sides, alias), _ -> new ArrayList<>()).add(alias);
        }
        List<String> sentences = new ArrayList<>();
        byPlace.forEach((place, here) -> sentences.add((here.size() == 1 ? "Alias " : "Aliases ")
                + FoundIndex.quoted(here) + (here.size() == 1 ? " is " : " are ") + place + "."));
        if (all.isEmpty()) {
            sentences.add("No index of this run has an alias, so no server tells which one applications use.");
        }
        tellOf(sides.sourceIndex(), source, sides.sourceUuid(), "copied").ifPresent(sentences::add);
        Optional<String> lost = tellOf(sides.targetIndex(), target, term.plan().targetUuid(), "wrote to");
        lost.ifPresent(sentences::add);
        List<String> each = List.copyOf(all);
        boolean isOnTarget = lost.isEmpty()
                && Whereabouts.of(sides, Optional.of(each)) instanceof Whereabouts.OnTarget
                && Whereabouts.onBoth(sides.target(), sides, term.plan(), each).isEmpty();
        return new ProductionLocation(String.join(" ", sentences), isOnTarget);
    }

    private static String place(Sides sides, String alias) throws ElasticException {
        List<FoundIndex> indices = sides.target().find(alias);
        if (sides.oneCluster()) {
            return indices.isEmpty() ? "on no index" : "on " + FoundIndex.names(indices);
        }
        List<FoundIndex> there = sides.source().find(alias);
        return in("target", indices) + " and " + in("source", there);
    }

    private static String in(String cluster, List<FoundIndex> indices) {
        return (indices.isEmpty() ? "on no index" : "on " + FoundIndex.names(indices)) + " of the " + cluster
                + " cluster";
    }

    private static Optional<String> tellOf(String name, Optional<FoundIndex> found, String uuid, String did) {
        if (found.isEmpty()) {
            return Optional.of("Index '" + name + "' is gone.");
        }
        return found.get().uuid().equals(uuid)
                ? Optional.empty()
                : Optional.of("The index '" + name + "' that is there now is not the one that this run " + did + ".");
    }
}
