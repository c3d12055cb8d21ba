package io.shardstream.control.cutover;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Whether production's searches find the same documents on both sides, as a condition of a cut-over: each canary by
/// its
/// name. They are sent before the block, which warms the target, too.
///
/// @param differences by name, such as `canary-1`, a part of a sentence
/// @param compared how many were compared
/// @param accepted names of those that may differ
record CanaryCondition(Map<String, String> differences, int compared, Set<String> accepted) {
    static final String REMEDY = "--" + DifferenceConsent.OPTION
            + " canary-1 accepts the first of cutover.canaries, and so on; cutover.canary-tolerance allows all of them"
            + " to differ a little; --force goes on with all of it.";

    private static final int LOOKS = 4;

    /// A search finds what was written when its index was refreshed, by default within a second.
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    CanaryCondition {
        differences = Map.copyOf(differences);
        accepted = Set.copyOf(accepted);
    }

    /// Sends them all, as steps of a cut-over.
    static CanaryCondition of(Steps steps, Sides sides, Settings settings, Set<String> accepted) throws Exception {
        Map<String, String> differences = new TreeMap<>();
        List<String> canaries = settings.canaries();
        for (int number = 1; number <= canaries.size(); number++) {
            String canary = canaries.get(number - 1);
            warm(steps, sides, canary);
            String name = "canary-" + number;
            look(steps, sides, name, canary, settings.canaryTolerance())
                    .ifPresent(difference -> differences.put(name, difference));
        }
        return new CanaryCondition(differences, canaries.size(), accepted);
    }

    private static void warm(Steps steps, Sides sides, String canary) throws Exception {
        steps.take("warm the target", () -> {
            long there = sides.source().search(sides.sourceIndex(), canary);
            long cold = sides.target().search(sides.targetIndex(), canary);
            long warm = sides.target().search(sides.targetIndex(), canary);
            return Optional.of(new Steps.Taken<>(
                    warm, "source " + there + " ms, target " + cold + " ms, then " + warm + " ms: " + canary));
        });
    }

    private static Optional<String> look(Steps steps, Sides sides, String name, String canary, int tolerance)
            throws Exception {
        return steps.take("compare what " + name + " finds", () -> {
            CanaryLooks looks = new CanaryLooks(tolerance);
            Optional<String> difference = Optional.empty();
            for (int look = 0; look < LOOKS; look++) {
                if (look > 0) {
                    steps.sleeper().sleep(BETWEEN_LOOKS);
                }
                CanaryAnswer there = sides.source().found(sides.sourceIndex(), canary);
                looks.add(there, sides.target().found(sides.targetIndex(), canary));
                difference = looks.difference();
                if (difference.isEmpty()) {
                    break;
                }
            }
            return Optional.of(new Steps.Taken<>(difference, difference.orElse("both sides find the same")));
        });
    }

    /// Those that are not accepted, as a part of a sentence; empty if there are none.
    Optional<String> refusal() {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(differences).forEach((name, difference) -> {
            if (!accepted.contains(name)) {
                problems.add(name + " " + difference);
            }
        });
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of("searches of cutover.canaries do not find the same: " + String.join("; ", problems));
    }

    /// What was compared, as a sentence with a space behind it; empty if there are no canaries.
    String told() {
        if (compared == 0) {
            return "";
        }
        return differences.isEmpty()
                ? "All of cutover.canaries find the same on both sides. "
                : "Of cutover.canaries do not find the same: "
                        + new TreeMap<>(differences)
                                .entrySet().stream()
                                        .map(one -> one.getKey() + " " + one.getValue())
                                        .collect(joining("; "))
                        + ". ";
    }
}
