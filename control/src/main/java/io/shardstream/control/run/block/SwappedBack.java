package io.shardstream.control.run.block;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the servers say of both indices and of production's aliases when the source has taken its place back.
/// Whoever finishes a rollback may do so long after its swap back, and people move aliases, delete indices and
/// lift blocks meanwhile. Nobody is asked for ever: either cluster may be gone for good.
///
/// @param moved the aliases that the cut-over had moved
/// @param steps that no abort ends
public record SwappedBack(Sides sides, ControllerEpoch term, List<String> moved, Steps steps) {
    /// What a target does that is as the swap back has left it.
    public static final String BLOCKED = "stays blocked for writes";

    /// What is said of something.
    ///
    /// @param words for people; empty if it is as the swap back has left it
    public record Told(String words, boolean isAsLeft) {}

    /// What has the source's name.
    ///
    /// @param isOurs whether it is the index that the run knows
    /// @param access whether clients can write to it
    private record Named(boolean isOurs, WriteAccess access) {}

    /// What has become of the source.
    ///
    /// @param isGone whether there is no index of its name
    /// @param isAnother whether another index has its name
    /// @param access what keeps clients from writing to the index of its name, as sentences, each behind a
    ///     space; empty if nothing does
    public record Source(boolean isGone, boolean isAnother, String access) {}

    public Source source() throws Exception {
        Steps.Asked<Optional<Named>> asked = steps.soon(() -> steps.tried(this::named));
        if (asked.answer().isEmpty()) {
            return new Source(
                    false,
                    false,
                    " Whether clients can write to '" + sides.sourceIndex() + "' could not be seen: "
                            + FullStop.of(asked.why()));
        }
        Optional<Named> named = asked.answer().get();
        return new Source(
                named.isEmpty(),
                named.filter(one -> !one.isOurs()).isPresent(),
                named.map(Named::access)
                        .filter(access -> !access.isOpen())
                        .map(access -> " " + access.sentence())
                        .orElse(""));
    }

    private Optional<Named> named() throws ElasticException {
        Optional<FoundIndex> found = sides.foundSource();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new Named(
                        found.get().uuid().equals(sides.sourceUuid()),
                        WriteAccess.of(
                                found.get(),
                                sides.sourceBlock().now(),
                                sides.names().run())));
    }

    /// Which of production's aliases are not on the source, as a part of a sentence.
    public Told aliases() throws Exception {
        Steps.Asked<Told> asked = steps.soon(() -> steps.tried(() -> {
            List<String> parts = elsewhere();
            return new Told(String.join("; ", parts), parts.isEmpty());
        }));
        return asked.answer()
                .orElseGet(() ->
                        new Told("where production's aliases are could not be seen (" + asked.why() + ")", false));
    }

    /// One that is on no index was taken away before, unless all are.
    private List<String> elsewhere() throws ElasticException {
        Set<String> there = sides.foundSource().map(FoundIndex::aliases).orElse(Set.of());
        Map<String, List<String>> byPlace = new LinkedHashMap<>();
        List<String> parts = new ArrayList<>();
        List<String> nowhere = new ArrayList<>();
        for (String alias : moved) {
            List<FoundIndex> indices =
                    there.contains(alias) ? List.of() : sides.source().find(alias);
            if (indices.stream().anyMatch(index -> index.name().equals(alias))) {
                parts.add(new Whereabouts.AnIndex(alias, moved).what());
            } else if (!indices.isEmpty()) {
                byPlace.computeIfAbsent(FoundIndex.names(indices), _ -> new ArrayList<>())
                        .add(alias);
            } else if (!there.contains(alias)) {
                nowhere.add(alias);
            }
        }
        byPlace.forEach(
                (place, here) -> parts.add(verb(here) + " on " + place + " now, not on '" + sides.sourceIndex() + "'"));
        if (!nowhere.isEmpty() && nowhere.size() == moved.size()) {
            parts.add(verb(nowhere) + " on no index any more");
        }
        Whereabouts.onBoth(sides.source(), sides, term.plan(), moved).ifPresent(parts::add);
        return parts;
    }

    private static String verb(List<String> aliases) {
        return FoundIndex.quoted(aliases) + (aliases.size() == 1 ? " is" : " are");
    }

    /// Whether the target still takes no writes, by the run's own block, as a part of a sentence that begins
    /// with its name.
    public Told target() throws Exception {
        Steps.Asked<Told> asked = steps.soon(() -> steps.tried(() -> {
            Optional<FoundIndex> found = sides.foundTarget();
            Told target = ofTarget(found);
            if (found.isEmpty()) {
                return target;
            }
            return sides.oneCluster() ? withLate(target, found.get()) : withAliases(target, found.get());
        }));
        return asked.answer()
                .orElseGet(
                        () -> new Told("could not be asked whether it still takes no writes: " + asked.why(), false));
    }

    /// In another cluster than the source's the swap back has taken them away. In one cluster they are looked
    /// for with those of the source.
    private Told withAliases(Told target, FoundIndex found) {
        List<String> again = moved.stream().filter(found.aliases()::contains).toList();
        return again.isEmpty()
                ? target
                : new Told(
                        (target.isAsLeft() ? BLOCKED : target.words()) + "; in its cluster " + verb(again)
                                + " on it again, so see which cluster applications use",
                        false);
    }

    /// In one cluster it has given all back that it had, but for those that somebody gave it since they were
    /// read. Where people have moved production back it has kept what it had.
    private Told withLate(Told target, FoundIndex found) {
        List<String> late = found.production().stream()
                .filter(alias -> !moved.contains(alias))
                .toList();
        return late.isEmpty()
                ? target
                : new Told(
                        (target.isAsLeft() ? BLOCKED : target.words()) + "; " + verb(late) + " on it, which the"
                                + " rollback has not moved: where that belongs to production, move it to '"
                                + sides.sourceIndex() + "' (POST /_aliases)"
                                + (target.isAsLeft() ? ", or clients cannot write through it" : ""),
                        false);
    }

    private Told ofTarget(Optional<FoundIndex> found) throws ElasticException {
        if (found.isEmpty()) {
            return new Told("is gone", false);
        }
        if (!found.get().uuid().equals(term.plan().targetUuid())) {
            return new Told("is not the index that this run wrote to: it was deleted and created again", false);
        }
        if (!found.get().isOpen()) {
            return new Told(
                    "is closed, and could not be blocked for writes: whoever opens it lets clients write to it that"
                            + " use its name",
                    false);
        }
        if (!sides.targetBlock().now().isThere()) {
            return new Told(
                    "takes writes: it has no write block. What clients write to it is not in '" + sides.sourceIndex()
                            + "': see that none uses it",
                    false);
        }
        return sides.names().isLastToBlock(found.get().aliases())
                ? new Told("", true)
                : new Told(
                        "is blocked for writes, but not by this run: it does not have its alias of that block", false);
    }
}
