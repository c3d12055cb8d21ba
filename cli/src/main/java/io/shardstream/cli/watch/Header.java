package io.shardstream.cli.watch;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.RunView;
import java.util.Arrays;
import java.util.List;

/// Which run it is, and where it stands.
final class Header {
    private static final double ALL = 100;

    private Header() {}

    static List<Line> of(RunView view, Times times, int columns) {
        Line name = Line.of(view.run(), Style.STRONG)
                .and("  " + view.sourceIndex() + " → " + view.targetIndex(), Style.PLAIN)
                .withAtRight(Line.of(times.of(view.at()), Style.FAINT), columns);
        Line standing = Line.of(view.standing().phase(), phaseStyle(view))
                .and("  " + Amounts.percent(view.percent()), Style.STRONG)
                .and(expected(view), Style.PLAIN);
        return List.of(name, standing.withAtRight(control(view.standing()), columns));
    }

    private static Line control(ControlTopicView standing) {
        return standing.controller()
                .map(one -> Line.of("controlled by " + one.who(), Style.FAINT))
                .orElseGet(() -> Ended.code(standing).isPresent()
                        ? Line.EMPTY
                        : Line.of("no process controls the run", Style.ALERT));
    }

    private static Style phaseStyle(RunView view) {
        String phase = view.standing().phase();
        boolean isPhase =
                Arrays.stream(Phase.values()).anyMatch(one -> one.label().equals(phase));
        boolean isLost = phase.equals(Phase.ABORTED.label()) || phase.equals(Phase.FAILED.label());
        return isPhase && !isLost ? Style.STRONG : Style.ALERT;
    }

    /// What is still to come, as part of a line.
    static String expected(RunView view) {
        if (Ended.code(view.standing()).isPresent()) {
            return "";
        }
        if (view.timeLeft().isPresent()) {
            return "  " + Amounts.left(view.timeLeft().get());
        }
        if (view.percent() < ALL) {
            return "  nothing moves";
        }
        return view.behind().isEmpty()
                ? ""
                : "  " + NumberText.count(view.behind().getAsLong()) + " operations behind the source";
    }
}
