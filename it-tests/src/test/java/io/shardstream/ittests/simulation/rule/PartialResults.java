package io.shardstream.ittests.simulation.rule;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.page.Hit;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.Numbers;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import java.util.List;
import java.util.random.RandomGenerator;

/// A copy whose searches sometimes answer with a part, and whose reader takes that for the whole.
public final class PartialResults implements PrimaryCopy {
    private static final int ONE_IN = 10;

    private final PrimaryCopy copy;
    private final RandomGenerator random;

    public PartialResults(PrimaryCopy copy, RandomGenerator random) {
        this.copy = copy;
        this.random = random;
    }

    @Override
    public CopyIdentity identity() {
        return copy.identity();
    }

    @Override
    public Numbers numbers() throws ElasticException, NotPrimaryException {
        return copy.numbers();
    }

    @Override
    public void refresh() throws ElasticException {
        copy.refresh();
    }

    @Override
    public boolean mayRefresh() {
        return copy.mayRefresh();
    }

    @Override
    public int maxResultWindow() {
        return copy.maxResultWindow();
    }

    @Override
    public String where() {
        return copy.where();
    }

    @Override
    public WindowAnswer read(Window window, int maxBytes) throws ElasticException {
        return partOf(copy.read(window, maxBytes));
    }

    @Override
    public WindowAnswer readAlone(Window window) throws ElasticException {
        return partOf(copy.readAlone(window));
    }

    private WindowAnswer partOf(WindowAnswer answer) {
        if (answer instanceof WindowAnswer.Whole whole && !whole.hits().isEmpty() && random.nextInt(ONE_IN) == 0) {
            List<Hit> some = whole.hits().subList(1, whole.hits().size());
            return new WindowAnswer.Whole(some, whole.unread(), whole.responseBytes(), whole.heldBytes());
        }
        return answer;
    }
}
