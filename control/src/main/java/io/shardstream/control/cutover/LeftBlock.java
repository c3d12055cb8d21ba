package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Optional;

/// The write block that a run has left on its source, as the indices alone say: for whoever looks while Kafka does not
/// answer.
public final class LeftBlock {
    private LeftBlock() {}

    /// The alias through which the block can be lifted; empty if the source takes writes, the block is not of this run,
    /// or the target has taken the source's place, as the source stays blocked then on purpose.
    ///
    /// @param run the run's name
    public static Optional<String> alias(
            String run, ClusterSwitch source, String sourceIndex, ClusterSwitch target, String targetIndex)
            throws ElasticException {
        // Neither the write alias nor the id is looked at.
        RunAliases names = new RunAliases(run, "", "");
        Optional<String> alias = names.blocks(source.aliases(sourceIndex)).stream()
                .filter(name -> name.startsWith(names.blockPrefix()))
                .findFirst();
        if (alias.isEmpty() || !source.writeBlock(sourceIndex).isThere()) {
            return Optional.empty();
        }
        List<Alias> there = target.aliases(targetIndex);
        return alias.filter(_ -> there.stream().noneMatch(one -> one.name().equals(names.live())));
    }
}
