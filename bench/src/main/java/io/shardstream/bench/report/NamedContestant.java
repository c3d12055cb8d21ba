package io.shardstream.bench.report;

/// A contestant that is written as a lambda.
///
/// @param name in the report
public record NamedContestant(String name, Way way) implements Contestant {
    /// Does the work once.
    @FunctionalInterface
    public interface Way {
        /// @param round the first is 1
        /// @return how fast it was
        double run(int round) throws Exception;
    }

    @Override
    public double run(int round) throws Exception {
        return way.run(round);
    }
}
