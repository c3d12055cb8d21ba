package io.shardstream.control.compare.scan;

import java.util.List;

/// What is to be counted of a shard: documents by blocks of their numbers, within some spans.
public sealed interface Counting {
    /// From the lowest, apart from each other, at least one.
    List<NumberSpan> spans();

    /// The width of the blocks, a power of two.
    long interval();

    /// By the documents' own sequence numbers.
    record OfNumbers(List<NumberSpan> spans, long interval) implements Counting {
        public OfNumbers {
            spans = List.copyOf(spans);
            CountedBlocks.checked(interval);
        }
    }

    /// By the documents' versions, which are the words that a run has given them.
    ///
    /// @param others everything outside of the spans, in pieces of which the documents are counted too:
    ///     versions cannot be searched for, so every document of the shard must be found in one or the other
    record OfVersions(List<NumberSpan> spans, List<NumberSpan> others, long interval) implements Counting {
        public OfVersions {
            spans = List.copyOf(spans);
            others = List.copyOf(others);
            CountedBlocks.checked(interval);
        }
    }
}
