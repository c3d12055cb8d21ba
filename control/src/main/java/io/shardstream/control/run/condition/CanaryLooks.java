package io.shardstream.control.run.condition;

import static java.util.stream.Collectors.joining;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.index.cluster.CanaryAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/// What both sides answered to one canary, look by look. Both move, and are not refreshed at one moment: what
/// writes may explain is no difference.
final class CanaryLooks {
    private static final int MOST_NAMED = 3;

    private final int tolerance;
    private final List<CanaryAnswer> source = new ArrayList<>();
    private final List<CanaryAnswer> target = new ArrayList<>();
    private Optional<String> trouble = Optional.empty();

    /// @param tolerance per cent of the total, and of the first hits, that may differ
    CanaryLooks(int tolerance) {
        this.tolerance = tolerance;
    }

    /// Only looks that both sides have answered are compared.
    void add(CanaryAnswer ofSource, CanaryAnswer ofTarget) {
        Optional<String> now = trouble("source", ofSource).or(() -> trouble("target", ofTarget));
        if (now.isPresent()) {
            trouble = now;
            return;
        }
        source.add(ofSource);
        target.add(ofTarget);
    }

    /// What differs in every look, both sides beside each other, as a part of a sentence; empty if nothing
    /// does.
    Optional<String> difference() {
        if (source.isEmpty()) {
            return trouble;
        }
        String parts =
                Stream.of(totals(), hits(), order()).flatMap(Optional::stream).collect(joining(", "));
        return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
    }

    private static Optional<String> trouble(String side, CanaryAnswer answer) {
        return answer.trouble().map(why -> "cannot be compared: on the " + side + " " + why);
    }

    /// Whether both sides have answered, and nothing of it says whether they find the same: there is no exact
    /// total, and all hits rank as the last one does.
    boolean comparesNothing() {
        return !source.isEmpty()
                && Stream.concat(source.stream(), target.stream())
                        .allMatch(
                                answer -> !answer.isExact() && answer.certain().isEmpty());
    }

    /// A total of one side that is between two of the other is explained by writes.
    private Optional<String> totals() {
        List<Long> there = values(source);
        List<Long> here = values(target);
        if (there.isEmpty() && here.isEmpty()) {
            return Optional.empty();
        }
        if (there.isEmpty() || here.isEmpty()) {
            return Optional.of("only the " + (there.isEmpty() ? "target" : "source") + " says how many it finds");
        }
        long gap = Math.max(least(there) - most(here), least(here) - most(there));
        return gap > 0 && isTooMuch(gap, Math.max(most(there), most(here)))
                ? Optional.of("finds " + NumberText.of(there.getLast(), "document") + " in the source and "
                        + NumberText.count(here.getLast()) + " in the target")
                : Optional.empty();
    }

    private static List<Long> values(List<CanaryAnswer> answers) {
        return answers.stream()
                .map(CanaryAnswer::total)
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .toList();
    }

    private static long least(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    private static long most(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    private Optional<String> hits() {
        List<String> onlySource = alwaysAndNever(source, target);
        List<String> onlyTarget = alwaysAndNever(target, source);
        int hits = Math.max(
                source.getLast().first().size(), target.getLast().first().size());
        if (!isTooMuch(Math.max(onlySource.size(), onlyTarget.size()), hits)) {
            return Optional.empty();
        }
        return Optional.of("of the first " + NumberText.of(hits, "hit") + " has "
                + Stream.of(only("the source", onlySource), only("the target", onlyTarget))
                        .filter(words -> !words.isEmpty())
                        .collect(joining(" and ")));
    }

    private static String only(String side, List<String> ids) {
        return ids.isEmpty() ? "" : "only " + side + " " + words(ids);
    }

    /// Ids that one side has in every look for certain, and the other one in none.
    private static List<String> alwaysAndNever(List<CanaryAnswer> always, List<CanaryAnswer> never) {
        return always.getFirst().certain().stream()
                .map(CanaryAnswer.Hit::id)
                .filter(id -> always.stream()
                        .allMatch(answer -> answer.certain().stream()
                                .anyMatch(hit -> hit.id().equals(id))))
                .filter(id -> never.stream().noneMatch(answer -> answer.has(id)))
                .toList();
    }

    /// Scores depend on which documents share a shard, so only an order that goes by other values is compared.
    private Optional<String> order() {
        List<String> moved = moved(source.getFirst(), target.getFirst());
        for (int look = 1; look < source.size(); look++) {
            List<String> now = moved(source.get(look), target.get(look));
            moved = moved.stream().filter(now::contains).toList();
        }
        return isTooMuch(moved.size(), source.getLast().first().size())
                ? Optional.of("has " + words(moved) + " in another order in the target")
                : Optional.empty();
    }

    /// Ids of hits at whose place among those of both sides the other side has one of another rank.
    private static List<String> moved(CanaryAnswer source, CanaryAnswer target) {
        if (!source.isOrdered() || !target.isOrdered()) {
            return List.of();
        }
        List<CanaryAnswer.Hit> there =
                source.first().stream().filter(hit -> target.has(hit.id())).toList();
        List<CanaryAnswer.Hit> here =
                target.first().stream().filter(hit -> source.has(hit.id())).toList();
        Function<String, String> rank = id -> there.stream()
                .filter(hit -> hit.id().equals(id))
                .map(CanaryAnswer.Hit::rank)
                .findFirst()
                .orElse("");
        List<String> moved = new ArrayList<>();
        for (int place = 0; place < Math.min(there.size(), here.size()); place++) {
            if (!there.get(place).rank().equals(rank.apply(here.get(place).id()))) {
                moved.add(there.get(place).id());
            }
        }
        return moved;
    }

    private boolean isTooMuch(long different, long all) {
        return different > 0 && different * 100 > (long) tolerance * all;
    }

    private static String words(List<String> ids) {
        return ids.stream()
                        .limit(MOST_NAMED)
                        .map(id -> "'" + Printable.of(id) + "'")
                        .collect(joining(", "))
                + (ids.size() > MOST_NAMED ? " and " + (ids.size() - MOST_NAMED) + " more" : "");
    }
}
