package io.shardstream.control.run;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.EachShard;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.target.TargetState;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the primaries of the target say that its cluster holds for them. A node that was cut off from the
/// others may answer all the same, and knows neither that they have gone on without it nor what was written
/// since.
final class ElectedCopies implements TargetWatch.Confirmation {
    private static final Logger LOG = LoggerFactory.getLogger(ElectedCopies.class);

    private final List<ScannedShard> target;
    private final Sleeper sleeper;

    /// @param target its shards, in their order
    /// @param sleeper told with a time of zero while shards are asked
    ElectedCopies(List<ScannedShard> target, Sleeper sleeper) {
        this.target = List.copyOf(target);
        this.sleeper = sleeper;
    }

    @Override
    public TargetState of(TargetState seen, List<Integer> shards) throws ElasticException, NotPrimaryException {
        List<Optional<CopyNumbers>> found =
                EachShard.ask(shards.stream().map(target::get).toList(), sleeper, ElectedCopies::numbers);
        TargetState state = seen;
        for (int i = 0; i < found.size(); i++) {
            state = state.toldBy(shards.get(i), found.get(i));
        }
        return state;
    }

    private static Optional<CopyNumbers> numbers(ScannedShard shard) throws ElasticException {
        try {
            CopyNumbers numbers = shard.numbers();
            return shard.elected().is(numbers.identity()) ? Optional.of(numbers) : Optional.empty();
        } catch (NotPrimaryException e) {
            LOG.debug("A shard of the target has no primary", e);
            return Optional.empty();
        }
    }
}
