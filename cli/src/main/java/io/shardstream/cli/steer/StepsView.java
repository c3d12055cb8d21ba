package io.shardstream.cli.steer;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Shows the steps of a request as they happen: a line when one begins, what it waits for, and what came of it; and
/// where nothing else is to be said for ten seconds, that it goes on.
final class StepsView {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private static final Duration QUIET = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final String request;
    private final InstantSource clock;
    private final Map<String, Step> shown = new HashMap<>();
    private Instant last;
    private Instant begun = Instant.MAX;

    StepsView(PrintWriter out, String request, InstantSource clock) {
        this.out = out;
        this.request = request;
        this.clock = clock;
        this.last = clock.instant();
    }

    /// Shows no step that was taken before somebody looks.
    StepsView after(ControlRecords records) {
        records.all(Step.keyPrefix(request), Step::decode).forEach(step -> {
            shown.put(step.key(), step);
            begun = step.at();
        });
        return this;
    }

    void show(ControlRecords records) {
        Optional<Step> open = Optional.empty();
        for (Step step : records.all(Step.keyPrefix(request), Step::decode)) {
            open = Optional.of(step).filter(one -> !one.isDone());
            Step before = shown.put(step.key(), step);
            boolean hasEnded = step.isDone() && (before == null || !before.isDone());
            boolean waits = !step.isDone()
                    && !step.detail().isEmpty()
                    && (before == null || !step.detail().equals(before.detail()));
            if (before == null) {
                begun = step.at();
            }
            if ((before == null && !waits) || hasEnded) {
                print(step.at(), step.isDone() ? "done  " : "begun ", step, step.detail());
            }
            if (waits) {
                print(step.at(), "waits ", step, step.detail());
            }
        }
        Instant now = clock.instant();
        if (open.isPresent() && !now.isBefore(last.plus(QUIET))) {
            // By the clock of another machine it may have begun later.
            Instant since = begun.isAfter(now) ? now : begun;
            print(now, "works ", open.get(), "for " + NumberText.time(Duration.between(since, now)));
        }
        out.flush();
    }

    /// All steps so far, for machines.
    static List<Map<String, Object>> fields(ControlRecords records, String request) {
        return records.all(Step.keyPrefix(request), Step::decode).stream()
                .map(step -> Map.<String, Object>of(
                        "name", step.name(),
                        "done", step.isDone(),
                        "detail", step.detail(),
                        "at", step.at().toString()))
                .toList();
    }

    private void print(Instant at, String mark, Step step, String detail) {
        out.println(TIME.format(at) + "  " + mark + step.name() + (detail.isEmpty() ? "" : ": " + detail));
        last = clock.instant();
    }
}
