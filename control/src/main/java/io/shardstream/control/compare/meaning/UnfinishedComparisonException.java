package io.shardstream.control.compare.meaning;

import java.io.Serial;
import java.util.List;

/// A comparison of searches that failed when it had found differences already: those stand.
public final class UnfinishedComparisonException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient List<MeaningDifference> differences;
    private final Exception failure;

    /// @param differences at least one
    /// @param failure what the comparison would have thrown if it had found nothing
    public UnfinishedComparisonException(List<MeaningDifference> differences, Exception failure) {
        super(failure.getMessage(), failure);
        this.differences = List.copyOf(differences);
        this.failure = failure;
    }

    /// What differs by all that is known.
    public List<MeaningDifference> differences() {
        return differences;
    }

    public Exception failure() {
        return failure;
    }
}
