package io.shardstream.control.survey.sample;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// How long copying everything will take.
///
/// @param least if all goes well
/// @param likely what is to be expected; empty where writing was not timed
/// @param most if it goes slower; empty where writing was not timed
public record TimeEstimate(Duration least, Optional<Duration> likely, Optional<Duration> most) {
    /// From the command to the first document, and from the last one to the end.
    private static final double AROUND = 10;
    /// What a run does beside reading and writing: Kafka between them, checkpoints, versions.
    private static final double BESIDE = 1.15;

    private static final double BEST = 0.8;
    private static final double WORST = 1.3;

    /// @param documents all that are to be copied
    /// @param replicas of the target; the sample wrote without
    /// @param bytesPerSecond the most that the run file lets the run read or write, if it limits that
    /// @return empty if the sample read nothing
    public static Optional<TimeEstimate> of(Sample sample, long documents, int replicas, OptionalLong bytesPerSecond) {
        if (sample.documentsPerSecond() <= 0) {
            return Optional.empty();
        }
        double throttled = bytesPerSecond.isPresent() && bytesPerSecond.getAsLong() > 0
                ? (double) documents * sample.bytesPerDocument() / bytesPerSecond.getAsLong()
                : 0;
        double copying = documents / sample.documentsPerSecond();
        if (!sample.wrote()) {
            return Optional.of(
                    new TimeEstimate(time(Math.max(copying, throttled)), Optional.empty(), Optional.empty()));
        }
        // Replicas on nodes of their own cost little; where processors are short each costs as much as a primary.
        double replicated = sample.writtenShare() * replicas;
        double likely = Math.max(copying * BESIDE * (1 + replicated / 2), throttled);
        double most = Math.max(copying * BESIDE * (1 + replicated), throttled) * WORST;
        return Optional.of(new TimeEstimate(
                time(Math.max(copying * BEST, throttled)), Optional.of(time(likely)), Optional.of(time(most))));
    }

    private static Duration time(double seconds) {
        return Duration.ofSeconds(Math.round(seconds + AROUND));
    }
}
