package io.shardstream.control.compare.scan;

import io.shardstream.common.shard.page.NumberSink;
import java.util.Arrays;

/// The numbers of one page, kept until the page has proved to be whole.
final class NumberBuffer implements NumberSink {
    private long[] seqNos = new long[1024];
    private long[] versions = new long[1024];
    private int size;
    private boolean whole;

    @Override
    public void accept(long seqNo, long version) {
        if (size == seqNos.length) {
            seqNos = Arrays.copyOf(seqNos, 2 * size);
            versions = Arrays.copyOf(versions, 2 * size);
        }
        seqNos[size] = seqNo;
        versions[size] = version;
        size++;
    }

    int size() {
        return size;
    }

    /// Whether these are all numbers that were asked for.
    boolean isWhole() {
        return whole;
    }

    void isWhole(boolean all) {
        whole = all;
    }

    void drainTo(LiveDocuments sink) {
        for (int i = 0; i < size; i++) {
            sink.accept(seqNos[i], versions[i]);
        }
    }
}
