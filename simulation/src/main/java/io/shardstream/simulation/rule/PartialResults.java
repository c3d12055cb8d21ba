package io.shardstream.simulation.rule;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import java.util.List;
import java.util.random.RandomGenerator;

/// A copy whose searches sometimes answer with a part, and whose reader takes that for the whole.
public final class PartialResults extends ForwardingShardCopy implements PrimaryCopy {
    private static final int ONE_IN = 10;

    private final PrimaryCopy copy;
    private final RandomGenerator random;

    public PartialResults(PrimaryCopy copy, RandomGenerator random) {
        super(copy);
        this.copy = copy;
        this.random = random;
    }

    @Override
    public boolean isElected() throws ElasticException {
        return copy.isElected();
    }

    @Override
    public long storedBytes() throws ElasticException {
        return copy.storedBytes();
    }

    @Override
    public List<Hit> named(List<Long> numbers) throws ElasticException {
        return copy.named(numbers);
    }

    @Override
    public WindowAnswer read(Window window, int hits, int maxBytes) throws ElasticException {
        return partOf(copy.read(window, hits, maxBytes));
    }

    @Override
    public WindowAnswer readAlone(Window window) throws ElasticException {
        return partOf(copy.readAlone(window));
    }

    @Override
    public Snapshot snapshot() throws ElasticException {
        return copy.snapshot();
    }

    private WindowAnswer partOf(WindowAnswer answer) {
        if (answer instanceof WindowAnswer.Whole whole && !whole.hits().isEmpty() && random.nextInt(ONE_IN) == 0) {
            List<Hit> some = whole.hits().subList(1, whole.hits().size());
            return new WindowAnswer.Whole(some, whole.unread(), whole.responseBytes(), whole.heldBytes());
        }
        return answer;
    }
}
