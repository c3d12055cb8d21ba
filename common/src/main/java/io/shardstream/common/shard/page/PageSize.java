package io.shardstream.common.shard.page;

/// How many documents the next question may bring, so that neither its answer nor what the server holds for it
/// is much larger than wanted. A server reads the whole page into its heap before it sends a byte of it, and
/// breaks a question off only where a circuit breaker counts that (Elasticsearch 9.1 and later). What comes
/// next is not known, so the size begins small, doubles at most, and goes by the largest document of the last
/// answers beside the mean.
///
/// @param documents how many are aimed at, 1 to `bounds.most`; a question may bring twice as many ([#hits()])
/// @param mean bytes of a document in the last answer that had any; before the first what they may well be, 0
///     if nothing
///     is known
/// @param largest bytes of the largest document known; it counts for half as much with each answer after it
/// @param bounds what stays the same
/// @param ceiling how many are asked for at most since a question was too much
public record PageSize(int documents, long mean, long largest, Bounds bounds, Ceiling ceiling) {
    /// Where nothing is known of the documents. Also what a question begins with after a stretch without any.
    private static final int FIRST = 16;

    /// How much larger than its part of an index on the disk a document may well be: it is compressed there.
    private static final int UNPACKED = 4;

    /// After a question that was not answered.
    private static final int AFTER_FAILURE = 8;

    /// A page that held only documents as large as the largest known would be that many times as large as
    /// wanted.
    private static final int ALL_LARGEST = 2;

    /// @param first documents of the first question, and of one after a stretch without any
    /// @param most documents that one search may return, `index.max_result_window`
    /// @param wantedBytes wanted size of an answer
    public record Bounds(int first, int most, long wantedBytes) {
        public Bounds {
            if (first < 1 || first > most) {
                throw new IllegalArgumentException("a page begins with 1 to " + most + " documents, got " + first);
            }
            if (wantedBytes < 1) {
                throw new IllegalArgumentException("a response must have a byte, got " + wantedBytes);
            }
        }
    }

    /// The most documents of a question after one that was too much for whoever should answer it: no answer
    /// came in time, or a circuit breaker would not have it. What made it too much may pass, so that after a
    /// while somewhat more are asked for again.
    ///
    /// @param documents at most
    /// @param answers that have brought about as many
    public record Ceiling(int documents, int answers) {
        public static final Ceiling NONE = new Ceiling(Integer.MAX_VALUE, 0);

        /// So rarely that a try which fails costs little beside the answers between.
        private static final int TRIED_AGAIN = 64;

        private Ceiling after(int found) {
            if (2L * found < documents) {
                return this;
            }
            return answers + 1 < TRIED_AGAIN
                    ? new Ceiling(documents, answers + 1)
                    : new Ceiling(documents + Math.max(1, documents / 2), 0);
        }

        /// Questions that were under way together, and fail together, say it once.
        private Ceiling below(int asked) {
            return new Ceiling(Math.max(1, Math.min(documents, asked / 2)), 0);
        }
    }

    public PageSize {
        if (documents < 1 || documents > bounds.most) {
            throw new IllegalArgumentException("a page holds 1 to " + bounds.most + " documents, got " + documents);
        }
    }

    /// @param most documents that one search may return, `index.max_result_window`
    /// @param wantedBytes wanted size of an answer
    /// @param storedBytes what a document takes on the disk, on the average; 0 if that is not known
    public static PageSize first(int most, long wantedBytes, long storedBytes) {
        long fitting = storedBytes == 0 ? FIRST : wantedBytes / storedBytes / UNPACKED;
        int first = Math.clamp(fitting, 1, Math.min(FIRST, most));
        return new PageSize(first, UNPACKED * storedBytes, 0, new Bounds(first, most, wantedBytes), Ceiling.NONE);
    }

    /// The most documents that a question may bring.
    public int hits() {
        return (int) Math.min(bounds.most, 2L * documents);
    }

    /// The same for a question for documents that share one number and so cannot be asked for apart.
    public int hitsTogether() {
        long fitting = mean == 0 ? 0 : 2 * bounds.wantedBytes / mean;
        return Math.clamp(fitting, hits(), bounds.most);
    }

    /// After an answer to a whole question.
    ///
    /// @param found documents in it
    /// @param bytes of the answer
    /// @param largestFound bytes of the largest of them
    public PageSize after(int found, long bytes, long largestFound) {
        if (found == 0) {
            return with(Math.min(documents, bounds.first));
        }
        return learnt(found, bytes, largestFound, ceiling.after(found)).fitting(Math.max(2L * found, bounds.first));
    }

    /// After an answer to a question that was shorter than it might have been, such as the last one of many: it
    /// may say that documents are large, but not that many of them can be had at once.
    public PageSize afterLess(int found, long bytes, long largestFound) {
        return found == 0 ? this : learnt(found, bytes, largestFound, ceiling).fitting(documents);
    }

    /// After an answer that was too large.
    public PageSize afterTooLarge() {
        return with(documents / 2);
    }

    /// After a question that failed. It may have been what ended its node, or a circuit breaker's reason, so it
    /// is not asked of the next copy as it was.
    public PageSize afterFailure() {
        return with(Math.min(AFTER_FAILURE, documents / 2));
    }

    /// After a question that was too much.
    ///
    /// @param asked how many documents it aimed at
    public PageSize afterTooMuch(int asked) {
        return new PageSize(documents, mean, largest, bounds, ceiling.below(asked)).afterFailure();
    }

    /// The same for an index that allows other pages.
    public PageSize within(int newMost) {
        Bounds others = new Bounds(Math.min(bounds.first, newMost), newMost, bounds.wantedBytes);
        return new PageSize(Math.min(documents, newMost), mean, largest, others, ceiling);
    }

    private PageSize learnt(int found, long bytes, long largestFound, Ceiling next) {
        return new PageSize(documents, Math.max(1, bytes / found), Math.max(largestFound, largest / 2), bounds, next);
    }

    private PageSize fitting(long allowed) {
        long byMean = bounds.wantedBytes / mean;
        long byLargest = ALL_LARGEST * bounds.wantedBytes / Math.max(1, largest);
        return with(Math.min(allowed, Math.min(byMean, byLargest)));
    }

    private PageSize with(long others) {
        int most = Math.min(bounds.most, ceiling.documents);
        return new PageSize(Math.clamp(others, 1, most), mean, largest, bounds, ceiling);
    }
}
