package io.shardstream.control.compare.meaning;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a comparison of searches came to.
///
/// @param fields how many fields were compared
/// @param mapped how many could have been
/// @param sampled documents with the same state on both sides that were compared one by one
/// @param underWay by how many documents a number may have differed because of writes and of documents that
///     are known to differ; at least [#ANY] if nobody knows
/// @param differences those that nothing else explains
/// @param unsettled those that documents under way may explain
/// @param untold by field or question, why it could not be compared
public record MeaningReport(
        int fields,
        int mapped,
        int sampled,
        long underWay,
        List<MeaningDifference> differences,
        List<MeaningDifference> unsettled,
        Map<String, String> untold) {
    /// The name under which it is listed that nothing could be compared.
    public static final String ALL = "*";
    /// As good as any number of documents, and can be added to.
    public static final long ANY = Long.MAX_VALUE / 4;

    public MeaningReport {
        differences = List.copyOf(differences);
        unsettled = List.copyOf(unsettled);
        untold = Map.copyOf(untold);
    }

    /// One of a comparison that could not be made.
    public static MeaningReport nothing(String why) {
        return unfinished(List.of(), why);
    }

    /// One of a comparison that was not made to its end.
    ///
    /// @param differences found until then
    public static MeaningReport unfinished(List<MeaningDifference> differences, String why) {
        return new MeaningReport(0, 0, 0, 0, differences, List.of(), Map.of(ALL, why));
    }

    /// Whether nothing differs of what was compared; what could not be compared is not meant.
    public boolean isClean() {
        return differences.isEmpty();
    }

    /// Whether no search was compared although there was something to compare, or nobody knows.
    public boolean isOfNothing() {
        return untold.containsKey(ALL) || (fields == 0 && mapped > 0);
    }

    /// Whether every field was compared, and all are equal.
    public boolean isEqual() {
        return isClean() && unsettled.isEmpty() && untold.isEmpty() && fields == mapped;
    }

    /// What differs, as a part of a sentence; empty if nothing does.
    public String sentence() {
        return differences.stream().map(MeaningDifference::sentence).collect(Collectors.joining("; "));
    }
}
