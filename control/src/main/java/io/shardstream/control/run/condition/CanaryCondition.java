package io.shardstream.control.run.condition;

import static java.util.stream.Collectors.joining;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.CanaryAnswer;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Whether production's searches find the same documents on both sides, as a condition of a cut-over: each
/// canary by its name. They are sent before the block, which warms the target, too.
///
/// @param differences by name, such as `canary-1`, a part of a sentence with the search
/// @param sent how many there are
/// @param empty names of those of whose answers nothing can be compared
/// @param accepted names of those that may differ
public record CanaryCondition(Map<String, String> differences, int sent, List<String> empty, Set<String> accepted) {
    public static final String REMEDY = "--" + DifferenceConsent.OPTION
            + " canary-1 accepts the first of cutover.canaries, and so on; cutover.canary-tolerance allows all of them"
            + " to differ a little; --force goes on with all of it.";

    private static final int LOOKS = 4;

    /// Of a search, in characters.
    private static final int MOST_SHOWN = 200;

    /// A search finds what was written when its index was refreshed, by default within a second.
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    public CanaryCondition {
        differences = Map.copyOf(differences);
        empty = List.copyOf(empty);
        accepted = Set.copyOf(accepted);
    }

    /// Sends them all, as steps of a cut-over.
    public static CanaryCondition of(Steps steps, Sides sides, Settings settings, Set<String> accepted)
            throws Exception {
        Map<String, String> differences = new TreeMap<>();
        List<String> empty = new ArrayList<>();
        List<String> canaries = settings.canaries();
        for (int number = 1; number <= canaries.size(); number++) {
            String canary = canaries.get(number - 1);
            warm(steps, sides, canary);
            String name = "canary-" + number;
            CanaryLooks looks = look(steps, sides, name, canary, settings.canaryTolerance());
            looks.difference().ifPresent(difference -> differences.put(name, difference + shown(canary)));
            if (looks.comparesNothing()) {
                empty.add(name);
            }
        }
        return new CanaryCondition(differences, canaries.size(), empty, accepted);
    }

    /// Lists of two run files may have another search under a number.
    private static String shown(String canary) {
        String search = Printable.of(canary);
        return " (the search is " + (search.length() > MOST_SHOWN ? search.substring(0, MOST_SHOWN) + "..." : search)
                + ")";
    }

    private static void warm(Steps steps, Sides sides, String canary) throws Exception {
        steps.take("warm the target", () -> {
            try {
                long there = sides.source().search(sides.sourceIndex(), canary);
                long cold = sides.target().search(sides.targetIndex(), canary);
                long warm = sides.target().search(sides.targetIndex(), canary);
                return Optional.of(new Steps.Taken<>(
                        canary, "source " + there + " ms, target " + cold + " ms, then " + warm + " ms: " + canary));
            } catch (ElasticException e) {
                // It is not sent again and again to production; the looks tell that it was not answered.
                return Optional.of(new Steps.Taken<>(canary, "not answered: " + e.inSentence()));
            }
        });
    }

    private static CanaryAnswer ask(ClusterSwitch cluster, String index, String canary) {
        try {
            return cluster.found(index, canary);
        } catch (ElasticException e) {
            return CanaryAnswer.uncompared("it was not answered (" + e.inSentence() + ")");
        }
    }

    private static CanaryLooks look(Steps steps, Sides sides, String name, String canary, int tolerance)
            throws Exception {
        return steps.take("compare what " + name + " finds", () -> {
            CanaryLooks looks = new CanaryLooks(tolerance);
            for (int look = 0; look < LOOKS; look++) {
                if (look > 0) {
                    steps.sleeper().sleep(BETWEEN_LOOKS);
                }
                CanaryAnswer there = ask(sides.source(), sides.sourceIndex(), canary);
                looks.add(there, ask(sides.target(), sides.targetIndex(), canary));
                if (looks.difference().isEmpty()) {
                    break;
                }
            }
            String told = looks.comparesNothing()
                    ? "nothing can be compared: the search has no exact total, and all its hits rank alike"
                    : looks.difference().orElse("both sides find the same");
            return Optional.of(new Steps.Taken<>(looks, told));
        });
    }

    /// Those that are not accepted, as a part of a sentence; empty if there are none.
    public Optional<String> refusal() {
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
    public String told() {
        if (sent == 0) {
            return "";
        }
        if (!empty.isEmpty()) {
            return ofDifferences() + "Of " + String.join(", ", empty)
                    + " nothing can be compared: they have no exact total (track_total_hits), and all hits rank alike. ";
        }
        return ofDifferences();
    }

    private String ofDifferences() {
        if (differences.isEmpty() && !empty.isEmpty()) {
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
