package io.shardstream.reader.shard;

import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.reader.window.ByteBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where windows that were searched wait until the target's mapping has what the source's had then. A document that
/// a search has found was taken by its primary with a mapping that the primary's node knew before, so that any version
/// which that node says after the search is new enough.
///
/// What waits keeps its share of the memory. Used by the loop's thread.
final class MappingGate {
    private static final Logger LOG = LoggerFactory.getLogger(MappingGate.class);
    private static final Duration LONG = Duration.ofSeconds(10);

    private final KnownMapping mapping;
    private final String shard;
    /// In the order in which they were answered.
    private final Deque<Held> unasked = new ArrayDeque<>();
    private final List<Told> waiting = new ArrayList<>();
    private Instant since = Instant.MAX;

    private record Held(long answer, ByteBudget.Share share, Runnable publish) {}

    private record Told(Held held, long version) {}

    /// @param shard in words
    MappingGate(KnownMapping mapping, String shard) {
        this.mapping = mapping;
        this.shard = shard;
    }

    /// Takes a window, or lets it through at once where no mapping is carried.
    ///
    /// @param answer which answer it was, counted in order
    /// @param share of the memory that it has
    /// @param publish sends it on
    /// @return whether it has to wait
    boolean holds(long answer, ByteBudget.Share share, Runnable publish) {
        if (!mapping.isFollowed()) {
            publish.run();
            return false;
        }
        unasked.add(new Held(answer, share, publish));
        return true;
    }

    /// Whether a window waits for a version to be asked for.
    boolean awaitsVersion() {
        return !unasked.isEmpty();
    }

    int size() {
        return unasked.size() + waiting.size();
    }

    /// Where the node does not say the version, it is asked again.
    ///
    /// @param version of the source's mapping, or [CopyNumbers#NO_VERSION]
    /// @param answersBefore windows that were answered before it was asked for: it says nothing about others
    void told(long version, long answersBefore) {
        if (version == CopyNumbers.NO_VERSION) {
            return;
        }
        while (!unasked.isEmpty() && unasked.peek().answer() <= answersBefore) {
            waiting.add(new Told(unasked.remove(), version));
        }
    }

    /// Sends on what need not wait any more.
    ///
    /// @return how many windows
    int open(Instant now) {
        List<Told> free =
                waiting.stream().filter(told -> mapping.has(told.version())).toList();
        waiting.removeAll(free);
        free.forEach(told -> told.held().publish().run());
        tell(now, !free.isEmpty());
        return free.size();
    }

    private void tell(Instant now, boolean hasMoved) {
        if (waiting.isEmpty()) {
            since = Instant.MAX;
        } else if (hasMoved || since.equals(Instant.MAX)) {
            since = now;
        } else if (since.plus(LONG).isBefore(now)) {
            LOG.warn(
                    "{}: what was read waits until the target has version {} of the source's mapping, which the process"
                            + " that controls the run sees to: 'status' says whether it can",
                    shard,
                    waiting.getLast().version());
            since = now.plus(LONG.multipliedBy(5));
        }
    }

    /// Gives back what waits, which is read again by somebody.
    void drop() {
        unasked.forEach(held -> held.share().release());
        waiting.forEach(told -> told.held().share().release());
        unasked.clear();
        waiting.clear();
    }
}
