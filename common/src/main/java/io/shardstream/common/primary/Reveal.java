package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticException;

/// Makes everything up to a copy's global checkpoint visible to its searches. Blocks.
public final class Reveal {
    /// A refresh that was under way when the count was read may have begun before the checkpoint was
    /// read; the one after it has not.
    private static final int REFRESHES = 2;

    private static final int TRIES = 20;

    private Reveal() {}

    /// @param known the checkpoint that is visible already; if it has not moved, nothing is refreshed
    /// @return numbers whose global checkpoint is visible
    /// @throws NotPrimaryException if the copy is another one by now, or does not refresh
    public static Numbers beyond(long known, ShardCopy copy) throws ElasticException, NotPrimaryException {
        Numbers checkpoint = numbersOf(copy);
        if (checkpoint.globalCheckpoint() <= known) {
            return checkpoint;
        }
        long enough = numbersOf(copy).refreshes() + REFRESHES;
        for (int i = 0; i < TRIES; i++) {
            copy.refresh();
            if (i + 1 >= REFRESHES && numbersOf(copy).refreshes() >= enough) {
                return checkpoint;
            }
        }
        throw new NotPrimaryException("The copy on " + copy.where() + " does not refresh");
    }

    private static Numbers numbersOf(ShardCopy copy) throws ElasticException, NotPrimaryException {
        Numbers numbers = copy.numbers();
        if (!numbers.identity().equals(copy.identity())) {
            throw new NotPrimaryException("The copy on " + copy.where() + " has become another one");
        }
        return numbers;
    }
}
