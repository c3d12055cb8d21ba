package io.shardstream.control.run.equality;

import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.verify.VerificationReport;

/// Compares what searches find on both sides of a run whose documents are equal.
@FunctionalInterface
public interface Searches {
    /// @param documents what the comparison of the documents came to right before
    /// @param sleeper told while it waits and before each question; by throwing it ends the comparison
    /// @throws Exception what source, target or Kafka throw, and if readers or writers do not come along in
    ///     time
    MeaningReport compare(VerificationReport documents, Sleeper sleeper) throws Exception;
}
