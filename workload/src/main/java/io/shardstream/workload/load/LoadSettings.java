package io.shardstream.workload.load;

import java.time.Duration;

/// What a load is to do.
///
/// @param rate operations a second
/// @param duration how long, counted from the end of the preparation
/// @param preparedDocuments how many documents are inserted before, as fast as it goes
/// @param bulkShare the part of the operations that is sent in bulks, 0 to 1
/// @param bulkOperations how many operations a bulk holds
/// @param hot the part of draws that follow Zipf's law, 0 to 1; the others are even
/// @param underWay how many operations may be under way at once; what is due beyond that is not sent
public record LoadSettings(
        double rate,
        Duration duration,
        int preparedDocuments,
        LoadMix mix,
        double bulkShare,
        int bulkOperations,
        double hot,
        int underWay,
        long seed) {
    public LoadSettings {
        if (!(rate > 0 && rate <= 1e6) || duration.isNegative() || preparedDocuments < 0) {
            throw new IllegalArgumentException(
                    "A load has a rate above 0 and up to 1,000,000, a duration and a number of documents, got " + rate
                            + ", " + duration + ", " + preparedDocuments + ".");
        }
        if (!(bulkShare >= 0 && bulkShare <= 1) || !(hot >= 0 && hot <= 1)) {
            throw new IllegalArgumentException("Shares are 0 to 1, got " + bulkShare + " and " + hot + ".");
        }
        if (bulkOperations < 1 || underWay < bulkOperations) {
            throw new IllegalArgumentException(
                    "A bulk holds 1 operation or more and no more than may be under way, got " + bulkOperations + " of "
                            + underWay + ".");
        }
    }

    /// A rate, and what suits most tests for the rest: all kinds of operations, bulks and single requests, hot keys.
    public static LoadSettings of(double rate, Duration duration) {
        return new LoadSettings(rate, duration, 0, LoadMix.STANDARD, 0.7, 20, 0.5, 10_000, 1);
    }

    public LoadSettings withMix(LoadMix other) {
        return new LoadSettings(
                rate, duration, preparedDocuments, other, bulkShare, bulkOperations, hot, underWay, seed);
    }

    public LoadSettings withPreparedDocuments(int count) {
        return new LoadSettings(rate, duration, count, mix, bulkShare, bulkOperations, hot, underWay, seed);
    }

    public LoadSettings withUnderWay(int most) {
        return new LoadSettings(rate, duration, preparedDocuments, mix, bulkShare, bulkOperations, hot, most, seed);
    }

    public LoadSettings withSeed(long other) {
        return new LoadSettings(
                rate, duration, preparedDocuments, mix, bulkShare, bulkOperations, hot, underWay, other);
    }
}
