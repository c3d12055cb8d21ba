package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Witness;
import io.shardstream.common.contract.record.Witnesses;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.state.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Looks in the source for the documents by which a checkpoint knows the history that was read.
public final class WitnessLook {
    private WitnessLook() {}

    /// Whether a copy holds other documents under their numbers, so that it has another history. What it says
    /// counts only if the cluster holds the copy for the primary.
    ///
    /// @param visible what it said before
    public static boolean contradicts(ScannedCopy copy, Visible visible, @Nullable Checkpoint read)
            throws ElasticException {
        Witnesses witnesses = read == null ? Witnesses.NONE : read.witnesses();
        List<Long> numbers = witnesses.numbers(visible.checkpoint());
        if (numbers.isEmpty()) {
            return false;
        }
        String index = copy.identity().indexUuid();
        return copy.named(numbers).stream()
                .anyMatch(name -> witnesses.contradict(Witness.of(index, name.seqNo(), name.id())));
    }

    /// Why not all shards of the source have the history that was read, as a part of a sentence; empty if
    /// none is known to have another one. A copy that may be refreshed shows first what it has.
    ///
    /// @param state from before
    public static Optional<String> problem(ComparedRun run, Asking asking, RunState state)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Boolean> others = new ArrayList<>();
        asking.all(
                IntStream.range(0, run.source().size())
                        .<Asking.Errand<Boolean>>mapToObj(shard -> each -> each.shownOrSaid(
                                run.source().get(shard),
                                (copy, visible) -> contradicts(
                                        copy, visible, state.checkpoints().get(shard))))
                        .toList(),
                Integer.MAX_VALUE,
                others::add);
        int first = others.indexOf(true);
        return first < 0
                ? Optional.empty()
                : Optional.of("shard " + first + " of the source holds other documents than were read");
    }
}
