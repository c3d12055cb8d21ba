package io.shardstream.control.compare.version;

import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Visible;
import java.util.List;
import java.util.Map;

/// What came of counting the words of both sides.
public sealed interface CountedWords {
    /// It is known which words the target has too often.
    ///
    /// @param source what was counted of the source, by shard; the others have to be read
    /// @param words those of counted shards that the target has more often than the source, and such of them
    ///     that it refused of another document, from the lowest
    /// @param judged words of the target that were counted against the source's
    /// @param foreign documents of the target whose version is none of the run's
    /// @param shown by target shard, what its searches showed at least
    record Found(Map<Integer, SourceWords> source, List<Long> words, long judged, long foreign, List<Visible> shown)
            implements CountedWords {
        public Found {
            source = Map.copyOf(source);
            words = List.copyOf(words);
            shown = List.copyOf(shown);
        }
    }

    /// Everything has to be read.
    record Unknown(Counted.Cause cause, String why) implements CountedWords {}
}
