package io.shardstream.cli.watch;

import io.shardstream.common.line.Printable;
import io.shardstream.common.numbers.Numbers;
import io.shardstream.common.record.Blocked;
import io.shardstream.common.record.Event;
import io.shardstream.control.state.LostRejects;
import io.shardstream.control.view.Backlog;
import io.shardstream.control.view.RunView;
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
                        Numbers.count(view.read().docs()),
                        Numbers.count(view.goalDocs()),
                        rate(view.read().docsPerSecond().tenSeconds())));
        parts.add(waiting(view.waiting()));
        parts.add("written %s, %s rejected%s, %s"
                .formatted(
                        Numbers.count(view.written().docs()),
                        Numbers.count(view.rejected()),
                        view.lostRejects() == 0 ? "" : ", " + LostRejects.what(view.lostRejects()),
                        rate(view.written().docsPerSecond().tenSeconds())));
        String limiter = Notices.limiter(view.bottleneck());
        if (!limiter.isEmpty()) {
            parts.add("limited: " + limiter);
        }
        NodeRow.of(view).stream()
                .findFirst()
                .filter(row -> row.lag() != Lag.STEADY)
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

    private static String waiting(Backlog waiting) {
        return Numbers.of(waiting.records(), "record") + " waiting in Kafka, "
                + Numbers.bytes((double) waiting.bytes());
    }

    private static String worst(NodeRow row) {
        String load = row.load()
                .map(one -> ", %s of %s bulks under way, %s ms each, %s refused"
                        .formatted(
                                Numbers.count(one.bulks()),
                                Numbers.count(one.limit()),
                                Numbers.count(Math.round(one.meanMillis())),
                                Numbers.count(one.refusals())))
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
        return Numbers.count(Math.round(perSecond)) + " a second";
    }

    private static String at(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS) + " ";
    }
}
