package io.shardstream.cli.watch;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Event;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.state.LostRejects;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A run as one line, for logs.
final class PlainText {
    private PlainText() {}

    static String line(RunView view, String trouble) {
        List<String> parts = new ArrayList<>();
        view.standing().refused().ifPresent(refused -> parts.add(refused.sentence()));
        view.standing().nobody().ifPresent(nobody -> parts.add(nobody.sentence()));
        parts.add(view.standing().phase() + ", " + Amounts.percent(view.percent())
                + Header.expected(view).replaceFirst("^ {2}", ", "));
        if (!trouble.isEmpty()) {
            parts.add("not new: " + trouble);
        }
        parts.add("read %s of %s documents, %s"
                .formatted(
                        NumberText.count(view.read().docs()),
                        NumberText.count(view.goalDocs()),
                        rate(view.read().docsPerSecond().tenSeconds())));
        parts.add(waiting(view.waiting()));
        parts.add("written %s, %s rejected%s, %s"
                .formatted(
                        NumberText.count(view.written().docs()),
                        NumberText.count(view.rejected()),
                        view.lostRejects() == 0 ? "" : ", " + LostRejects.what(view.lostRejects()),
                        rate(view.written().docsPerSecond().tenSeconds())));
        String limiter = RunNotices.limiter(view.bottleneck());
        if (!limiter.isEmpty()) {
            parts.add("limited: " + limiter);
        }
        NodeRow.of(view).stream()
                .findFirst()
                .filter(row -> row.lag() != LagBar.STEADY)
                .ifPresent(row -> parts.add(worst(row)));
        view.standing().step().ifPresent(step -> parts.add("cut-over: " + step.name()));
        view.standing().pause().ifPresent(pause -> parts.add("paused " + pause.reason()));
        if (!view.standing().blocked().isEmpty()) {
            parts.add("blocked: "
                    + view.standing().blocked().stream().map(PlainText::blocked).collect(Collectors.joining("; ")));
        }
        return at(view.at()) + Printable.of(String.join("; ", parts));
    }

    static String line(Event event) {
        return at(event.at()) + event.kind().label() + ": " + Printable.of(event.sentence());
    }

    private static String waiting(BacklogView waiting) {
        return NumberText.of(waiting.records(), "record") + " waiting in Kafka, "
                + NumberText.bytes((double) waiting.bytes());
    }

    private static String worst(NodeRow row) {
        String load = row.load()
                .map(one -> ", %s of %s bulks under way, %s ms each, %s refused"
                        .formatted(
                                NumberText.count(one.bulks()),
                                NumberText.count(one.limit()),
                                NumberText.count(Math.round(one.meanMillis())),
                                NumberText.count(one.refusals())))
                .orElse("");
        String behind = row.waiting().seconds().isEmpty()
                ? "nothing is written to node " + row.name()
                : "node " + row.name() + " is " + Amounts.behind(row.waiting().seconds()) + " behind";
        return behind + ": " + row.why() + load;
    }

    private static String blocked(Blocked one) {
        return one.part() + ", " + one.reason();
    }

    private static String rate(double perSecond) {
        return NumberText.count(Math.round(perSecond)) + " a second";
    }

    private static String at(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS) + " ";
    }
}
