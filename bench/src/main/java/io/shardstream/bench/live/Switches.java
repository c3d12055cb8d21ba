package io.shardstream.bench.live;

import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// Cut-overs of one kind, each from the same data.
///
/// @param documents that were loaded
/// @param isBusy whether clients deleted and updated documents until the block
/// @param rounds at least one
record Switches(long documents, boolean isBusy, List<Switch> rounds) {
    /// Deletes, and as many updates, that the target takes for granted in the two seconds before a block.
    private static final long WANTED_LAST = 1_000;

    private static final long LARGE = 10_000_000;

    Switches {
        rounds = List.copyOf(rounds);
    }

    /// What was measured, each figure by round.
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(row("a client's writes are refused", "s", Switch::refused));
        rows.add(row("no index takes writes, as control says", "s", Switch::blocked));
        forecast(Switch::foretold, "foretold before the block", "s", rows);
        forecast(Switch::forecastOverRefused, "foretold against what a client saw", "x", rows);
        long foretold =
                rounds.stream().filter(one -> one.foretold().isPresent()).count();
        if (foretold > 0) {
            rows.add(Row.once(
                    named("foretold within a factor of two"),
                    (double) rounds.stream().filter(Switch::isForetoldWell).count(),
                    "of " + foretold));
        }
        if (isBusy) {
            rows.add(row("deletes in the last two seconds", "", one ->
                    (double) one.last().deletes()));
            rows.add(row("updates in the last two seconds", "", one ->
                    (double) one.last().updates()));
        }
        return rows;
    }

    /// How long each step took, of those rounds that took it.
    List<Row> steps() {
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        for (Switch round : rounds) {
            round.steps()
                    .forEach((step, took) -> seconds.computeIfAbsent(step, _ -> new ArrayList<>())
                            .add(took));
        }
        return seconds.entrySet().stream()
                .map(step -> new Row(kind() + ": " + step.getKey(), new Samples(step.getValue()), "s"))
                .toList();
    }

    /// What that says about B10.
    ///
    /// @param server on which it was measured
    TargetResult finding(String server) {
        TargetResult found = TargetResult.of(
                target(),
                samples(Switch::refused),
                "as a client sees it, %s, %,d documents, 1 %% deleted, %s".formatted(server, documents, kind()));
        return isBusy
                ? found.given(
                        rounds.stream().allMatch(Switches::wasBusy),
                        "fewer than 1,000 deletes or updates were acknowledged in the two seconds before a block")
                : found;
    }

    private Target target() {
        if (!isBusy) {
            return Target.B10_QUIET;
        }
        return documents < LARGE ? Target.B10 : Target.B10_LARGE;
    }

    private static boolean wasBusy(Switch round) {
        return round.last().deletes() >= WANTED_LAST && round.last().updates() >= WANTED_LAST;
    }

    private void forecast(Function<Switch, OptionalDouble> what, String name, String unit, List<Row> rows) {
        List<Double> values = rounds.stream()
                .map(what)
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
        if (!values.isEmpty()) {
            rows.add(new Row(named(name), new Samples(values), unit));
        }
    }

    private Row row(String name, String unit, ToDoubleFunction<Switch> what) {
        return new Row(named(name), samples(what), unit);
    }

    private Samples samples(ToDoubleFunction<Switch> what) {
        return new Samples(rounds.stream().mapToDouble(what).boxed().toList());
    }

    private String named(String figure) {
        return "%,d %s: %s".formatted(documents, kind(), figure);
    }

    private String kind() {
        return isBusy ? "busy" : "quiet";
    }
}
