package io.shardstream.bench.report;

/// One way of doing the work that is measured.
public interface Contestant {
    /// What it is called in the report, such as `_reindex, size 1000`.
    String name();

    /// Does the work once.
    ///
    /// @param round the first is 1
    /// @return how fast it was
    /// @throws Exception if the work could not be done as a whole
    double run(int round) throws Exception;
}
