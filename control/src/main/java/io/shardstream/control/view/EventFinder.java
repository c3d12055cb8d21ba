package io.shardstream.control.view;

import io.shardstream.common.record.Blocked;
import io.shardstream.common.record.Controller;
import io.shardstream.common.record.Event;
import io.shardstream.common.record.Event.Kind;
import io.shardstream.common.record.Step;
import io.shardstream.common.record.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds what has happened between two views of a run. Used by one thread.
public final class EventFinder {
    /// A bottleneck that stays for so long is told; they change with every lump of work.
    private static final Duration STEADY = Duration.ofSeconds(10);

    private @Nullable RunView last;
    private Bottleneck told = Bottleneck.NONE;
    private Bottleneck seen = Bottleneck.NONE;
    private Instant since = Instant.MIN;

    /// @return what has happened since the view before, in no other order than that of its kinds; nothing the first
    ///     time
    public List<Event> next(RunView now) {
        RunView before = last;
        last = now;
        List<Event> found = new ArrayList<>();
        if (before != null) {
            standing(found, before.standing(), now.standing(), now.at());
            relocations(found, before, now);
            members(found, before, now);
        }
        bottleneck(found, now);
        return found;
    }

    private static void standing(List<Event> found, Standing before, Standing now, Instant at) {
        if (!before.phase().equals(now.phase())) {
            found.add(new Event(at, Kind.PHASE, "the run is " + now.phase() + because(now.why())));
        }
        long epoch = before.controller().map(Controller::epoch).orElse(0L);
        now.controller()
                .filter(controller -> controller.epoch() > epoch)
                .ifPresent(controller -> found.add(new Event(
                        at,
                        Kind.CONTROL,
                        controller.who() + " controls the run now (epoch " + controller.epoch() + ")"
                                + before.controller()
                                        .map(other -> ", before it " + other.who())
                                        .orElse(""))));
        if (!before.pause().equals(now.pause())) {
            String sentence = now.pause()
                    .map(pause -> "somebody paused the run" + because(pause.reason()))
                    .orElse("the run is not paused any more");
            found.add(new Event(at, Kind.PAUSE, sentence));
        }
        blocked(found, before.blocked(), now.blocked(), at);
        if (!before.limits().equals(now.limits())) {
            found.add(new Event(at, Kind.THROTTLE, "the limits are now: " + limits(now.limits())));
        }
        Optional<Step> step = now.step();
        if (step.isPresent() && !step.equals(before.step())) {
            found.add(new Event(
                    at,
                    Kind.STEP,
                    "cut-over: " + step.get().name() + (step.get().isDone() ? ", done" : "")
                            + because(step.get().detail())));
        }
        Optional<Verified> verified = now.verified();
        if (verified.isPresent() && !verified.equals(before.verified())) {
            found.add(new Event(
                    at,
                    Kind.VERIFIED,
                    "verified: " + verified.get().differences() + " differences in "
                            + verified.get().sourceDocuments() + " documents"));
        }
    }

    private static void blocked(List<Event> found, List<Blocked> before, List<Blocked> now, Instant at) {
        now.stream()
                .filter(one -> !before.contains(one))
                .forEach(one ->
                        found.add(new Event(at, Kind.BLOCK, one.part() + " waits for a person: " + one.reason())));
        Set<String> waiting = now.stream().map(Blocked::part).collect(Collectors.toSet());
        before.stream()
                .filter(one -> !waiting.contains(one.part()))
                .forEach(one ->
                        found.add(new Event(at, Kind.BLOCK, one.part() + " does not wait for a person any more")));
    }

    private static void relocations(List<Event> found, RunView before, RunView now) {
        for (int i = 0; i < Math.min(before.shards().size(), now.shards().size()); i++) {
            moved(
                    found,
                    "source shard " + i,
                    before.shards().get(i).node(),
                    now.shards().get(i).node(),
                    now.at());
        }
        for (int i = 0; i < Math.min(before.lanes().size(), now.lanes().size()); i++) {
            moved(
                    found,
                    "lane " + i,
                    before.lanes().get(i).node(),
                    now.lanes().get(i).node(),
                    now.at());
        }
    }

    private static void moved(List<Event> found, String what, String from, String to, Instant at) {
        if (!from.equals(to) && !from.isEmpty()) {
            found.add(new Event(
                    at,
                    Kind.RELOCATION,
                    to.isEmpty()
                            ? "the primary of " + what + ", on " + from + " before, is nowhere"
                            : "the primary of " + what + " is on " + to + " now, before it was on " + from));
        }
    }

    private static void members(List<Event> found, RunView before, RunView now) {
        Map<String, MemberView> were = byName(before);
        Map<String, MemberView> are = byName(now);
        are.forEach((name, member) -> {
            if (!were.containsKey(name)) {
                found.add(new Event(now.at(), Kind.MEMBERS, name + " has come"));
            }
        });
        were.forEach((name, member) -> {
            if (!are.containsKey(name)) {
                found.add(new Event(now.at(), Kind.MEMBERS, name + " is gone, it had " + what(member)));
            }
        });
        for (String part : List.of("reader", "writer")) {
            Set<String> divided = changed(were, are, part);
            if (!divided.isEmpty()) {
                found.add(new Event(
                        now.at(),
                        Kind.MEMBERS,
                        (part.equals("reader") ? "source shards" : "lanes") + " are divided anew, " + divided.size()
                                + " " + part + (divided.size() == 1 ? " has" : "s have") + " others than before"));
            }
        }
    }

    private static Set<String> changed(Map<String, MemberView> were, Map<String, MemberView> are, String part) {
        Set<String> changed = new HashSet<>();
        are.forEach((name, member) -> {
            MemberView before = were.get(name);
            if (before != null && member.part().equals(part) && !before.holds().equals(member.holds())) {
                changed.add(name);
            }
        });
        return changed;
    }

    private static Map<String, MemberView> byName(RunView view) {
        return view.members().stream()
                .collect(Collectors.toMap(
                        member -> member.part() + " " + member.name(), member -> member, (first, _) -> first));
    }

    private static String what(MemberView member) {
        String kind = member.part().equals("reader") ? "source shard" : "lane";
        return switch (member.holds().size()) {
            case 0 -> "no " + kind;
            case 1 -> kind + " " + member.holds().getFirst();
            default -> member.holds().size() + " " + kind + "s";
        };
    }

    private void bottleneck(List<Event> found, RunView now) {
        Bottleneck bottleneck = now.bottleneck();
        if (!isSame(bottleneck, seen)) {
            since = now.at();
        }
        seen = bottleneck;
        boolean isTold = isSame(bottleneck, told);
        if (!isTold && bottleneck.stage() != Bottleneck.Stage.RUN && !now.at().isBefore(since.plus(STEADY))) {
            told = bottleneck;
            found.add(new Event(
                    now.at(),
                    Kind.BOTTLENECK,
                    bottleneck.stage() == Bottleneck.Stage.NONE
                            ? "nothing is in the way any more"
                            : bottleneck.sentence()));
        }
    }

    /// Sentences may differ in figures.
    private static boolean isSame(Bottleneck one, Bottleneck other) {
        return one.stage() == other.stage() && one.node().equals(other.node());
    }

    private static String because(String reason) {
        return reason.isEmpty() ? "" : ": " + reason;
    }

    private static String limits(Map<String, String> limits) {
        return limits.isEmpty()
                ? "none"
                : limits.entrySet().stream()
                        .map(limit -> limit.getKey() + " " + limit.getValue())
                        .collect(Collectors.joining(", "));
    }
}
