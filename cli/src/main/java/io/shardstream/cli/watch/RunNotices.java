package io.shardstream.cli.watch;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.console.view.Bottleneck;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.RunView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What somebody should read first, and what makes the run as fast as it is.
final class RunNotices {
    private static final int MOST_BLOCKED = 2;
    private static final int MOST_MISSED = 2;
    private static final int FEW_ROWS = 30;

    private RunNotices() {}

    /// @param trouble why the view is not new, empty if it is
    static List<Line> urgent(RunView view, Times times, String trouble, Size size) {
        ControlTopicView standing = view.standing();
        List<Notice> notices = new ArrayList<>();
        if (!trouble.isEmpty()) {
            notices.add(new Notice("not new", Style.ALERT, trouble, Style.BAD));
        }
        standing.refused()
                .ifPresent(refused -> notices.add(new Notice("refused", Style.ALERT, refused.sentence(), Style.BAD)));
        standing.nobody()
                .ifPresent(nobody -> notices.add(new Notice("nobody", Style.ALERT, nobody.sentence(), Style.BAD)));
        List<Blocked> blocked = standing.blocked();
        blocked.stream().limit(MOST_BLOCKED).forEach(one -> notices.add(blocked(one, times)));
        if (blocked.size() > MOST_BLOCKED) {
            notices.add(new Notice(
                    "blocked", Style.ALERT, "and by " + (blocked.size() - MOST_BLOCKED) + " more", Style.BAD));
        }
        standing.pause()
                .ifPresent(pause -> notices.add(new Notice(
                        "paused",
                        Style.ALERT,
                        "since " + times.of(pause.since()) + (pause.reason().isEmpty() ? "" : ": " + pause.reason()),
                        Style.STRONG)));
        standing.step().ifPresent(step -> notices.add(step(step, times)));
        if (!standing.why().isEmpty()) {
            notices.add(new Notice("why", Style.STRONG, standing.why(), Style.STRONG));
        }
        return lines(notices, size);
    }

    private static Notice blocked(Blocked one, Times times) {
        return new Notice(
                "blocked",
                Style.ALERT,
                "%s since %s: %s".formatted(one.part(), times.of(one.since()), one.reason()),
                Style.BAD);
    }

    private static Notice step(Step step, Times times) {
        return new Notice(
                "cut-over",
                Style.SLOW,
                "%s, %s since %s; the source may be blocked for writes"
                        .formatted(step.name(), step.isDone() ? "done" : "under way", times.of(step.at())),
                Style.STRONG);
    }

    static List<Line> limits(RunView view, Size size) {
        List<Notice> notices = new ArrayList<>();
        String limiter = limiter(view.bottleneck());
        if (!limiter.isEmpty()) {
            notices.add(new Notice("limited", Style.STRONG, limiter, Style.SLOW));
        }
        view.standing().guard().stream()
                .filter(Finding::isMissed)
                .map(Finding::reason)
                .distinct()
                .limit(MOST_MISSED)
                .forEach(reason -> notices.add(new Notice("guard", Style.SLOW, reason, Style.PLAIN)));
        if (!view.standing().limits().isEmpty()) {
            String set = view.standing().limits().entrySet().stream()
                    .map(limit -> limit.getKey() + " " + limit.getValue())
                    .collect(Collectors.joining(", "));
            notices.add(new Notice("set", Style.STRONG, set, Style.PLAIN));
        }
        return lines(notices, size);
    }

    /// In words, empty for nothing.
    static String limiter(Bottleneck bottleneck) {
        if (!bottleneck.sentence().isEmpty()) {
            return bottleneck.sentence();
        }
        String node = bottleneck.node().isEmpty() ? "" : " at node " + bottleneck.node();
        return switch (bottleneck.stage()) {
            case NONE -> "";
            case READ -> "by reading" + node;
            case WRITE -> "by writing" + node;
            case RUN -> "by what somebody has set";
        };
    }

    private static List<Line> lines(List<Notice> notices, Size size) {
        int most = size.rows() < FEW_ROWS ? 2 : 3;
        return notices.stream()
                .flatMap(notice -> notice.lines(size.columns(), most).stream())
                .toList();
    }
}
