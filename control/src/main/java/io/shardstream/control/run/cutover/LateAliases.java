package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Aliases that somebody gave the source after the last look before a swap, which left them there: clients
/// that use them are refused writes.
///
/// Whoever has swapped moves them behind the others at once, where both indices are in one cluster. A later
/// controller only tells of them: by then somebody may have given the old index a name of its own.
final class LateAliases {
    /// The detail of this step names them, quoted.
    private static final String TAKE = "move aliases that the source was given during the swap";

    /// What comes behind the swap waits for that.
    private static final Duration ASKING = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(LateAliases.class);

    private LateAliases() {}

    /// Moves them. To be called right after the swap.
    ///
    /// @param steps of the cut-over
    /// @param notes with the aliases that the swap has moved
    /// @return the notes with those that were moved now, too
    static CutoverNotes takeAlong(Sides sides, Steps steps, CutoverNotes notes) throws Exception {
        // The source's cluster may be another one, which is gone.
        List<Alias> late = steps.soon(ASKING, () -> steps.tried(() -> movable(sides, notes)))
                .answer()
                .orElse(List.of());
        try {
            return late.isEmpty() ? notes : moved(sides, steps, notes, late);
        } catch (ElasticException.Refused e) {
            // Production has moved. Those that stay are told of in the end.
            LOG.warn("Aliases that '{}' was given during the swap stay there: {}", sides.sourceIndex(), e.getMessage());
            return notes;
        }
    }

    private static CutoverNotes moved(Sides sides, Steps steps, CutoverNotes notes, List<Alias> late) throws Exception {
        List<String> names = late.stream().map(Alias::name).toList();
        boolean areMoved = steps.take(TAKE, () -> {
            boolean isDone = change(sides, late);
            return Optional.of(new Steps.Taken<>(isDone, isDone ? FoundIndex.quoted(names) : ""));
        });
        return areMoved
                ? notes.withAliases(Stream.concat(notes.aliases().orElseThrow().stream(), names.stream())
                        .toList())
                : notes;
    }

    /// A call that comes late finds the mark of the swap gone, if anything has been taken back since.
    ///
    /// @return false if the mark of the swap or one of these was not there, and nothing was changed; a call
    ///     whose answer was lost has changed what the next one finds
    private static boolean change(Sides sides, List<Alias> late) throws ElasticException {
        String target = sides.targetIndex();
        String live = sides.names().live();
        List<AliasChange> changes = new ArrayList<>();
        changes.add(new AliasChange.Remove(target, live));
        for (Alias alias : late) {
            changes.add(new AliasChange.Remove(sides.sourceIndex(), alias.name()));
            changes.add(new AliasChange.Add(target, alias));
        }
        changes.add(new AliasChange.Add(target, Alias.plain(live)));
        return sides.target().change(changes) || hasAll(sides, late);
    }

    private static boolean hasAll(Sides sides, List<Alias> late) throws ElasticException {
        Set<String> there = sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of());
        return late.stream().map(Alias::name).allMatch(there::contains);
    }

    /// Of one that the target has already nobody knows which of both is meant.
    private static List<Alias> movable(Sides sides, CutoverNotes notes) throws ElasticException {
        if (notes.aliases().isEmpty()
                || !sides.oneCluster()
                || left(sides, notes).isEmpty()) {
            return List.of();
        }
        List<String> swapped = notes.aliases().get();
        Set<String> onTarget = sides.foundTarget().map(FoundIndex::aliases).orElse(Set.of());
        return sides.productionOfSource().stream()
                .filter(alias -> !swapped.contains(alias.name()) && !onTarget.contains(alias.name()))
                .toList();
    }

    /// Those that the source has and the swap has not moved.
    private static Set<String> left(Sides sides, CutoverNotes notes) throws ElasticException {
        Optional<FoundIndex> source = new SourceNow(sides).found();
        if (source.isEmpty() || notes.aliases().isEmpty()) {
            return new TreeSet<>();
        }
        Set<String> left = source.get().production();
        notes.aliases().get().forEach(left::remove);
        return left;
    }

    /// What is left of them on the source, or that nobody could see that, as a sentence behind a space; empty
    /// if nothing is.
    ///
    /// @param steps that no abort ends
    static String left(Sides sides, Steps steps, CutoverNotes notes) throws Exception {
        Steps.Asked<String> asked = steps.soon(() -> steps.tried(() -> leftNow(sides, notes)));
        return asked.answer()
                .orElseGet(() -> " Whether '" + sides.sourceIndex()
                        + "' was given an alias during the swap could not be seen: " + FullStop.of(asked.why()));
    }

    private static String leftNow(Sides sides, CutoverNotes notes) throws ElasticException {
        Set<String> left = left(sides, notes);
        boolean isOneCluster = sides.oneCluster();
        if (!isOneCluster) {
            sides.foundTarget().map(FoundIndex::aliases).ifPresent(left::removeAll);
        }
        if (left.isEmpty()) {
            return "";
        }
        String what = " '" + sides.sourceIndex() + "' was given the alias " + FoundIndex.quoted(left)
                + " during the swap or since, which was not moved";
        return what
                + (isOneCluster
                        ? ": clients cannot write through it. Where it belongs to production, move it, with the filter"
                                + " and the routing that it has: POST /_aliases " + call(left, sides, true) + "."
                        : ": clients do not find '" + sides.targetIndex() + "' through it. Where it belongs to"
                                + " production, give the target the same, with the filter and the routing that it"
                                + " has: POST /_aliases " + call(left, sides, false) + " to the target's cluster.");
    }

    private static String call(Set<String> left, Sides sides, boolean isMove) {
        List<String> actions = new ArrayList<>();
        for (String alias : left) {
            if (isMove) {
                actions.add(action("remove", sides.sourceIndex(), alias));
            }
            actions.add(action("add", sides.targetIndex(), alias));
        }
        return "{\"actions\": [" + String.join(", ", actions) + "]}";
    }

    private static String action(String action, String index, String alias) {
        return "{\"" + action + "\": {\"index\": \"" + index + "\", \"alias\": \"" + alias + "\"}}";
    }

    /// Which were moved behind the swap, as a sentence behind a space; empty if there were none.
    static String told(ControllerEpoch term, Request cutover) {
        return term.all(Step.keyPrefix(cutover.id()), Step::decode).stream()
                .filter(step -> step.name().equals(TAKE)
                        && step.isDone()
                        && !step.detail().isEmpty())
                .max(ProductionAt.IN_ORDER)
                .map(step -> " Also moved: " + step.detail() + ", which '"
                        + term.plan().sourceIndex() + "' was given during the swap.")
                .orElse("");
    }
}
