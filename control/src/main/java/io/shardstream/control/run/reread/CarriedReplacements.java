package io.shardstream.control.run.reread;

import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Replacements on their way into the next generation, noted some at a time: so many as take little memory,
/// however large each is. Used by one thread.
final class CarriedReplacements {
    private static final int MOST = 50;
    /// Beside the last one, which may be as large as documents of the run are.
    private static final long MOST_BYTES = 4 << 20;

    private final Consumer<List<RejectRecord>> to;
    private final List<RejectRecord> some = new ArrayList<>();
    private long bytes;

    /// @param to notes them
    CarriedReplacements(Consumer<List<RejectRecord>> to) {
        this.to = to;
    }

    /// Takes what is one, and leaves out others.
    void add(RejectRecord one) {
        if (one instanceof Replacement) {
            some.add(one);
            bytes += one.document().size();
            if (some.size() >= MOST || bytes > MOST_BYTES) {
                finish();
            }
        }
    }

    /// Notes what is not noted yet.
    void finish() {
        if (!some.isEmpty()) {
            to.accept(List.copyOf(some));
            some.clear();
            bytes = 0;
        }
    }
}
