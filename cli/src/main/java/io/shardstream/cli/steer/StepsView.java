package io.shardstream.cli.steer;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Step;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Shows the steps of a request as they happen: a line when one begins, what it waits for, and what came of it.
final class StepsView {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private final PrintWriter out;
    private final String request;
    private final Map<String, Step> shown = new HashMap<>();

    StepsView(PrintWriter out, String request) {
        this.out = out;
        this.request = request;
    }

    void show(ControlRecords records) {
        for (Step step : records.all(Step.keyPrefix(request), Step::decode)) {
            Step before = shown.put(step.key(), step);
            boolean hasEnded = step.isDone() && (before == null || !before.isDone());
            boolean waits = !step.isDone()
                    && !step.detail().isEmpty()
                    && (before == null || !step.detail().equals(before.detail()));
            if ((before == null && !waits) || hasEnded) {
                out.println(line(step, step.isDone() ? "done  " : "begun "));
            }
            if (waits) {
                out.println(line(step, "waits "));
            }
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

    private static String line(Step step, String mark) {
        return TIME.format(step.at()) + "  " + mark + step.name()
                + (step.detail().isEmpty() ? "" : ": " + step.detail());
    }
}
