package io.shardstream.control.run.condition;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.difference.NoticedDifferences;
import io.shardstream.control.run.block.Sides;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Settings and fields that the target has been given since the swap, and that production loses by going back
/// to the source.
public final class LostChanges {
    private static final int MOST_NAMED = 10;

    private LostChanges() {}

    /// What it loses, as a sentence behind a space; empty if nothing.
    ///
    /// @param cutover by which production had moved: what was accepted then differed from the beginning
    /// @param intended what the run file gives the target otherwise
    /// @param fieldsToo whether fields are looked at that only the target has; where writes are lost, those
    ///     may have brought them
    public static String sentence(Sides sides, Request cutover, Intended intended, boolean fieldsToo)
            throws ElasticException {
        ComparedDefinitions now = ComparedDefinitions.now(sides).withoutLevels();
        Set<String> known = new TreeSet<>(DifferenceConsent.of(cutover).names());
        known.addAll(NoticedDifferences.intended(now.source(), now.target().settings(), intended));
        // The other way round: what the target has is what is lost.
        IndexDefinition given = now.target();
        IndexDefinition left = now.source();
        List<NoticedDifference> lost = NoticedDifferences.of(given, left, Intended.NOTHING).stream()
                .filter(one -> !known.contains(one.name()))
                .filter(one -> fieldsToo || !one.isOfOneSide())
                .toList();
        return lost.isEmpty()
                ? ""
                : " '" + sides.targetIndex() + "' has what '" + sides.sourceIndex()
                        + "' does not have (there → with production now): "
                        + lost.stream()
                                .limit(MOST_NAMED)
                                .map(NoticedDifference::wordsOfTheOtherSide)
                                .collect(Collectors.joining(", "))
                        + (lost.size() > MOST_NAMED ? " and " + (lost.size() - MOST_NAMED) + " more" : "")
                        + ". Give '" + sides.sourceIndex() + "' the same if production needs it.";
    }
}
