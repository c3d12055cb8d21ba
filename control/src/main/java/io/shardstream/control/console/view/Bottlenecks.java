package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Phase;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Judges what makes a run as fast as it is. What stands between two stages says which of them is the slower
/// one: where Kafka holds more than some seconds of writing, readers are ahead of the writers, else writers
/// wait for them.
final class Bottlenecks {
    /// Seconds of writing that may wait without anybody being behind: windows and commits come in lumps.
    private static final double AHEAD_SECONDS = 10;

    /// A node whose records wait so many times as long as those of the others is what the others wait for.
    private static final double FAR_BEHIND = 2;

    private static final double MOSTLY_FULL = 0.8;

    private Bottlenecks() {}

    /// @param view all of it but this
    /// @param isRead whether everything that the source held at the start is read
    /// @param operationsPerSecond how fast operations of the source are read, deletes and older states among
    ///     them
    static Bottleneck of(RunView view, boolean isRead, Rates operationsPerSecond) {
        ControlTopicView standing = view.standing();
        if (isEnd(standing.phase())) {
            return Bottleneck.NONE;
        }
        if (!standing.blocked().isEmpty()) {
            return ofRun(standing.blocked().getFirst().part() + " waits for a person: "
                    + standing.blocked().getFirst().reason());
        }
        if (standing.pause().isPresent()) {
            String reason = standing.pause().get().reason();
            return ofRun("the run is paused" + (reason.isEmpty() ? "" : ": " + reason));
        }
        boolean writersAreBehind = view.waiting().bytes() >= MOSTLY_FULL * view.maxBacklog()
                || view.waiting().seconds().orElse(Double.MAX_VALUE) > AHEAD_SECONDS;
        if (view.waiting().records() > 0 && writersAreBehind) {
            return writing(view);
        }
        return isRead && keepsUp(view, operationsPerSecond) ? Bottleneck.NONE : reading(view);
    }

    /// Whether what was written to the source since the start is read about as fast as it comes. Where nobody
    /// has told how much of it is not read yet, whoever reads is taken to keep up.
    private static boolean keepsUp(RunView view, Rates operationsPerSecond) {
        long behind = view.behind().orElse(0);
        boolean isQuick = behind == 0 || behind <= AHEAD_SECONDS * operationsPerSecond.minute();
        return isQuick && !(none(view, "reader") && needsReaders(view.standing()));
    }

    /// A run that does not follow its source, or has blocked it, can do without them once everything is read.
    private static boolean needsReaders(ControlTopicView standing) {
        return standing.phase().equals(Phase.CATCHING_UP.label());
    }

    private static Bottleneck ofRun(String sentence) {
        return new Bottleneck(Bottleneck.Stage.RUN, "", sentence);
    }

    private static boolean isEnd(String label) {
        return List.of(Phase.COMPLETED, Phase.ABORTED, Phase.FAILED).stream()
                .anyMatch(phase -> phase.label().equals(label));
    }

    private static Bottleneck writing(RunView view) {
        if (none(view, "writer")) {
            return new Bottleneck(Bottleneck.Stage.WRITE, "", "no writer is at work");
        }
        Optional<NodeView> slow = slowest(view.nodes());
        String node = slow.map(NodeView::name).orElse("");
        String why = slow.flatMap(NodeView::load)
                .map(NodeLoad::limitedBy)
                .filter(text -> !text.isEmpty())
                .or(() -> limitOf(view, "writer"))
                .map(text -> ": " + text)
                .orElse("");
        return new Bottleneck(
                Bottleneck.Stage.WRITE,
                node,
                (node.isEmpty() ? "writing is slower than reading" : "node " + node + " is written slowest") + why);
    }

    private static Bottleneck reading(RunView view) {
        if (none(view, "reader")) {
            return new Bottleneck(Bottleneck.Stage.READ, "", "no reader is at work");
        }
        String why = limitOf(view, "reader").map(text -> ", limited by " + text).orElse("");
        return new Bottleneck(Bottleneck.Stage.READ, "", "writers wait for what is read" + why);
    }

    /// Whether it is known that nobody is.
    private static boolean none(RunView view, String part) {
        return view.members()
                .filter(members ->
                        members.stream().noneMatch(member -> member.part().equals(part)))
                .isPresent();
    }

    /// What most of them say.
    private static Optional<String> limitOf(RunView view, String part) {
        return view.members().stream()
                .flatMap(List::stream)
                .filter(member -> member.part().equals(part))
                .map(MemberView::limitedBy)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.groupingBy(text -> text, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
    }

    /// The one node for whose shards the others need not wait; empty if there is no such one.
    private static Optional<NodeView> slowest(List<NodeView> nodes) {
        List<NodeView> worstFirst = nodes.stream()
                .sorted(Comparator.comparingDouble(Bottlenecks::seconds).reversed())
                .toList();
        return switch (worstFirst.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(worstFirst.getFirst());
            default -> {
                double others = seconds(worstFirst.get(worstFirst.size() / 2));
                yield seconds(worstFirst.getFirst()) > FAR_BEHIND * Math.max(others, 1)
                        ? Optional.of(worstFirst.getFirst())
                        : Optional.empty();
            }
        };
    }

    private static double seconds(NodeView node) {
        OptionalDouble seconds = node.waiting().seconds();
        return seconds.orElse(Double.MAX_VALUE);
    }
}
