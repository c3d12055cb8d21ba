package io.shardstream.bench.live;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What one cut-over took.
///
/// @param refused seconds in which a client's writes were refused
/// @param blocked seconds in which no index took writes, at most, as the control topic says
/// @param foretold seconds for which writes were said to be refused, before they were; empty if nothing was said, as
///     where servers cannot count
/// @param last what was acknowledged in the two seconds before
/// @param steps seconds by step, as the control topic says
record Switch(
        double refused, double blocked, OptionalDouble foretold, LastWrites.Count last, Map<String, Double> steps) {
    /// A forecast this many times too high or too low is still a good one.
    private static final double NEAR = 2;

    private static final double MILLIS = 1e3;

    /// What the step before the block says.
    private static final Pattern FORETOLD = Pattern.compile("refused for about ([0-9.]+) s");

    /// Reads the rest from the control topic.
    static Switch read(double refused, LastWrites.Count last, ControlRecords said) {
        SignedOff signed = said.of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        Instant asked = said.of(Request.KEY, Request::decode).orElseThrow().at();
        List<Step> steps = said.all(Step.keyPrefix(signed.request()), Step::decode);
        return new Switch(refused, signed.blockedMillis() / MILLIS, foretold(steps), last, StepTimes.of(asked, steps));
    }

    private static OptionalDouble foretold(List<Step> steps) {
        return steps.stream()
                .map(step -> FORETOLD.matcher(step.detail()))
                .filter(Matcher::find)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .findFirst();
    }

    /// The forecast divided by what a client saw.
    OptionalDouble forecastOverRefused() {
        return foretold.isPresent() ? OptionalDouble.of(foretold.getAsDouble() / refused) : OptionalDouble.empty();
    }

    /// Whether the forecast was within a factor of two.
    boolean isForetoldWell() {
        double times = forecastOverRefused().orElse(0);
        return times >= 1 / NEAR && times <= NEAR;
    }

    @Override
    public String toString() {
        return "refused for %.3f s, blocked for %.3f s, foretold %s; %,d deletes and %,d updates in the two seconds before"
                .formatted(
                        refused,
                        blocked,
                        foretold.isPresent() ? "%.1f s".formatted(foretold.getAsDouble()) : "nothing",
                        last.deletes(),
                        last.updates());
    }
}
