package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.StateBlock;
import io.shardstream.control.run.block.Sides;
import java.util.ArrayList;
import java.util.List;

/// The blocks of both indices and of their clusters that a cut-over would fail at, or clients after it. A
/// write block of the source or the target is told by [CutoverConditions]. Nothing can force these: no server
/// carries out what they refuse.
///
/// One request to each cluster.
public final class BlockConditions {
    private final Sides sides;

    public BlockConditions(Sides sides) {
        this.sides = sides;
    }

    /// @throws GivenUpException if either side has one, with how it is lifted
    public void require() throws ElasticException {
        List<String> problems = new ArrayList<>();
        sides.foundSource().map(FoundIndex::otherBlocks).orElse(List.of()).stream()
                .filter(StateBlock::isInTheWayOfSource)
                .forEach(block -> problems.add(sentence(
                        sides.sourceIndex(), block, "by which its aliases cannot be moved or it cannot be read")));
        problems.addAll(ofTarget());
        giveUpFor(problems);
    }

    /// The same of the target alone, when the source has been looked at.
    ///
    /// @throws GivenUpException if it has one, with how it is lifted
    public void requireOpenTarget() throws ElasticException {
        giveUpFor(ofTarget());
    }

    private List<String> ofTarget() throws ElasticException {
        return sides.foundTarget().map(FoundIndex::otherBlocks).orElse(List.of()).stream()
                .filter(StateBlock::isInTheWay)
                .map(block -> sentence(sides.targetIndex(), block, "by which clients could not use it"))
                .toList();
    }

    private static void giveUpFor(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new GivenUpException(String.join("; ", problems));
        }
    }

    private static String sentence(String index, StateBlock block, String effect) {
        return (block.isOfCluster() ? "the cluster of '" : "'") + index + "' has the block '" + block.description()
                + "', " + effect + ": " + block.remedy(index);
    }
}
