package io.shardstream.control.compare.scan;

import java.util.ArrayList;
import java.util.List;

/// What became of a count.
public sealed interface Counted {
    /// It was counted, and adds up.
    ///
    /// @param blocks how many documents lie in which block
    /// @param others how many have versions elsewhere, by the pieces that were asked for; none of sequence
    ///     numbers
    record Counts(BlockCounts blocks, List<Long> others) implements Counted {
        public Counts {
            others = List.copyOf(others);
        }

        /// Those of both together.
        public Counts plus(Counts more) {
            List<Long> sums = new ArrayList<>();
            for (int i = 0; i < others.size(); i++) {
                sums.add(others.get(i) + more.others.get(i));
            }
            return new Counts(blocks.plus(more.blocks), sums);
        }
    }

    /// The server does not answer with so many blocks; wider ones may do.
    record TooManyBlocks() implements Counted {}

    /// Nothing follows from what the server said: what was to be counted must be read.
    ///
    /// @param why a part of a sentence for people
    record Unknown(Cause cause, String why) implements Counted {}

    /// Why a count is not known.
    enum Cause {
        /// The server never counts this.
        REFUSED,
        /// Not everything was looked at.
        INCOMPLETE,
        /// The blocks together do not have as many documents as there are.
        DOES_NOT_ADD_UP
    }

    /// Of counts of several shards: their sum, or the first that is none.
    ///
    /// @param all at least one
    static Counted sum(List<Counted> all) {
        Counted sum = all.getFirst();
        for (Counted one : all.subList(1, all.size())) {
            if (sum instanceof Counts before) {
                sum = one instanceof Counts more ? before.plus(more) : one;
            }
        }
        return sum;
    }
}
