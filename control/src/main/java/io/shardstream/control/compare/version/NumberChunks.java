package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Numbers, some at a time: as many as are asked for at once.
public final class NumberChunks {
    private NumberChunks() {}

    /// What is done with some of them.
    public interface Sink {
        /// @param some from the lowest, each once
        void accept(List<Long> some) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    /// @param most numbers that the sink is given at once
    public static void forEach(Roaring64Bitmap numbers, int most, Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        LongIterator each = numbers.getLongIterator();
        while (each.hasNext()) {
            List<Long> chunk = new ArrayList<>(most);
            while (each.hasNext() && chunk.size() < most) {
                chunk.add(each.next());
            }
            sink.accept(chunk);
        }
    }
}
