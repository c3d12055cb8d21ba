package io.shardstream.cli.verify;

import io.shardstream.cli.exit.ErrorSentence;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.meaning.UnfinishedComparisonException;
import java.util.Optional;

/// What searches find beside documents that were compared already. Where they cannot be compared, that is all
/// it says: what was found out of the documents stands, and so does what searches have shown before.
///
/// @param report of what was compared before it failed, if it did
/// @param failure why they could not be compared
record Searched(MeaningReport report, Optional<Exception> failure) {
    /// Compares what searches find.
    interface Comparison {
        MeaningReport compare() throws Exception;
    }

    /// @throws InterruptedException if whoever asked does not wait any more
    static Searched by(Comparison comparison) throws InterruptedException {
        try {
            return new Searched(comparison.compare(), Optional.empty());
        } catch (InterruptedException e) {
            throw e;
        } catch (UnfinishedComparisonException e) {
            String why = ErrorSentence.sentence(e.failure());
            return new Searched(MeaningReport.unfinished(e.differences(), why), Optional.of(e.failure()));
        } catch (Exception e) {
            return new Searched(MeaningReport.nothing(ErrorSentence.sentence(e)), Optional.of(e));
        }
    }
}
