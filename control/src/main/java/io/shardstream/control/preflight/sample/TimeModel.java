package io.shardstream.control.preflight.sample;

import java.time.Duration;
import java.util.Optional;

/// From a sample to the time of the whole run:
///
/// time = start + warming + documents × (read, written and beside: added up, or the longest)
///
/// Read and written come from the sample, written as often as the busiest data node writes a document; beside
/// is what the sample has not: readers, writers and brokers. Who shares a machine decides what adds up
/// ([Placement]). The constants are figures of docs/performance.md, measured with documents of 2 KB on two
/// processors that everything shares; `plan -o json` shows what each came to.
public final class TimeModel {
    /// Between the command and the first document: 0.6 s and the start of a JVM; and from the last one to the
    /// end: what was written is counted, and the run ends at the next look. Seconds; an estimate, as only the
    /// 0.6 s are measured.
    static final double START = 5;

    /// Processor time for a document of [#USUAL_BYTES], in microseconds: of readers and writers 38 (37 to
    /// 41), less about 15 that the sample's own client takes, an estimate; of the broker 14 (12 to 15); and
    /// of the servers 15 more than when they read and write in turns (98 to 118, against 89 to 96).
    static final double BESIDE_MICROS = 38 - 15 + 14 + 15;

    static final long USUAL_BYTES = 2048;

    /// This part of it is the same for a document of any size; the rest grows with its bytes. An estimate.
    static final double FIXED = 0.5;

    /// Processor time that compiling takes for each of the first documents, in microseconds, and how many
    /// these are.
    static final double WARMING_MICROS = 20;

    static final long WARMING_DOCUMENTS = 450_000;

    /// How far from the likely time a run may be when the sample has settled, and when it has not. Estimates.
    static final double SETTLED = 0.15;
    static final double NOT_SETTLED = 0.4;

    private static final double MICROS = 1e6;
    private static final double MUCH = 1.5;

    private TimeModel() {}

    /// @return empty if the sample read nothing
    public static Optional<TimeEstimate> of(SampleResult sample, RunExtent run) {
        if (sample.cost().documentsPerSecond() <= 0) {
            return Optional.empty();
        }
        double margin = Math.max(sample.cost().spread(), sample.settled() ? SETTLED : NOT_SETTLED);
        double throttled = throttled(sample, run);
        TimeParts parts = parts(sample, run);
        double best = run.placement().together(parts.readMicros(), parts.writeMicros(), 0) * Math.max(0, 1 - margin);
        Duration least = time(START / 2 + Math.max(run.documents() * best / MICROS, throttled));
        if (!sample.wrote()) {
            return Optional.of(new TimeEstimate(least, Optional.empty(), Optional.empty(), parts));
        }
        double likely = run.documents() * parts.micros() / MICROS + parts.warmingSeconds();
        double worst = (parts.readMicros() + parts.writeMicros() + MUCH * parts.besideMicros()) * (1 + margin);
        double most = run.documents() * worst / MICROS + MUCH * parts.warmingSeconds();
        return Optional.of(new TimeEstimate(
                least,
                Optional.of(time(START + Math.max(likely, throttled))),
                Optional.of(time(2 * START + Math.max(most, throttled * (1 + margin)))),
                parts));
    }

    private static TimeParts parts(SampleResult sample, RunExtent run) {
        double written = sample.cost().writeMicros() * run.copies();
        double size = FIXED + (1 - FIXED) * sample.bytesPerDocument() / USUAL_BYTES;
        double beside = BESIDE_MICROS * size / run.processors();
        double warming = WARMING_MICROS * Math.min(run.documents(), WARMING_DOCUMENTS) / run.processors() / MICROS;
        double read = sample.cost().readMicros();
        return new TimeParts(
                run.placement(),
                read,
                written,
                beside,
                run.placement().together(read, written, beside),
                START,
                warming);
    }

    private static double throttled(SampleResult sample, RunExtent run) {
        long most = run.bytesPerSecond().orElse(0);
        return most > 0 ? (double) run.documents() * sample.bytesPerDocument() / most : 0;
    }

    private static Duration time(double seconds) {
        return Duration.ofSeconds(Math.round(seconds));
    }
}
