package io.shardstream.control.preflight.sample;

import io.shardstream.control.preflight.server.ShardFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The windows of a sample: each shard in turn, and within a shard from all over its numbers, so that
/// documents of every age are among the first. None comes twice. May be used by many threads.
public final class Windows {
    private static final long WINDOW_BYTES = 2 << 20;
    private static final long MOST_DOCUMENTS = 2000;
    private static final long FEWEST_DOCUMENTS = 1;
    /// Steps of this part of the whole lie evenly, however many of them are made.
    private static final double GOLDEN = 0.618_033_988_75;

    private final List<Walk> walks = new ArrayList<>();
    private int turn;

    public Windows(List<ShardFacts> shards) {
        shards.stream().filter(shard -> shard.highest() >= 0).forEach(shard -> walks.add(new Walk(shard)));
    }

    /// The next one, empty if all have been given.
    public synchronized Optional<SampleWindow> next() {
        while (!walks.isEmpty()) {
            turn = turn % walks.size();
            Optional<SampleWindow> window = walks.get(turn).next();
            if (window.isPresent()) {
                turn++;
                return window;
            }
            walks.remove(turn);
        }
        return Optional.empty();
    }

    private static final class Walk {
        private final ShardFacts shard;
        private final long size;
        private final long windows;
        private final int wanted;
        private final long step;
        private long given;

        Walk(ShardFacts shard) {
            this.shard = shard;
            long documents = Math.max(1, shard.documents());
            this.wanted = (int)
                    Math.clamp(WINDOW_BYTES / Math.max(1, shard.bytes() / documents), FEWEST_DOCUMENTS, MOST_DOCUMENTS);
            // As many numbers as hold so many documents.
            this.size = Math.max(wanted, Math.round((double) wanted * (shard.highest() + 1) / documents));
            this.windows = (shard.highest() + size) / size;
            this.step = coprime(Math.max(1, Math.round(windows * GOLDEN)), windows);
        }

        Optional<SampleWindow> next() {
            if (given == windows) {
                return Optional.empty();
            }
            long from = given++ * step % windows * size;
            return Optional.of(
                    new SampleWindow(shard.shard(), from, Math.min(from + size, shard.highest() + 1), wanted));
        }

        private static long coprime(long step, long whole) {
            long found = step;
            while (divisor(found, whole) != 1) {
                found++;
            }
            return found;
        }

        private static long divisor(long a, long b) {
            return b == 0 ? a : divisor(b, a % b);
        }
    }
}
