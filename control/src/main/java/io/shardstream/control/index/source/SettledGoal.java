package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How far a source is read before its copy counts as complete: as far as it had acknowledged writes when the
/// copy began. A source may settle later what it acknowledges: with `index.translog.durability: async` a
/// primary does so after `index.translog.sync_interval`, or with a flush (`Translog.Durability` and
/// `AsyncTranslogFSync` of `IndexService`, in Elasticsearch and OpenSearch). With a goal below that, a copy
/// would be complete without it. Blocks.
public final class SettledGoal {
    private static final Logger LOG = LoggerFactory.getLogger(SettledGoal.class);

    /// Longer than writes under way take to be on all copies.
    static final Duration UNDER_WAY = Duration.ofMillis(500);

    /// A minute between two syncs, and the 30 s after which a server passes on by itself what came of one
    /// (`IndexService.GLOBAL_CHECKPOINT_SYNC_INTERVAL_SETTING`).
    static final Duration MOST = Duration.ofMinutes(2);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    /// Each look asks all copies of the index, and whoever has set the sync interval decides how many looks
    /// there are.
    private static final Duration MOST_BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final int LOOKS = 5;
    private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(5);

    private final ElasticCluster source;
    private final IndexDescription index;
    private final boolean mayFlush;
    private final Sleeper sleeper;
    private final LongSupplier nanoTime;

    SettledGoal(
            ElasticCluster source, IndexDescription index, boolean mayFlush, Sleeper sleeper, LongSupplier nanoTime) {
        this.source = source;
        this.index = index;
        this.mayFlush = mayFlush;
        this.sleeper = sleeper;
        this.nanoTime = nanoTime;
    }

    /// @param mayFlush whether the source may be asked to settle what it has; otherwise that is only waited
    ///     for
    public static SettledGoal of(ElasticCluster source, IndexDescription index, boolean mayFlush) {
        return new SettledGoal(source, index, mayFlush, Thread::sleep, System::nanoTime);
    }

    /// By shard, -1 for one that never took a document. Waits until what had been acknowledged before is
    /// settled, but not for a run that goes on with what comes then: it reads that, too.
    ///
    /// @throws RunRefusedException if it is not within [#MOST], if a shard does not tell, or if this process
    ///     is to end
    public List<Long> read(boolean follow) throws ElasticException {
        return follow ? reach().settled() : settled();
    }

    private List<Long> settled() throws ElasticException {
        long begun = nanoTime.getAsLong();
        long nextFlush = begun + UNDER_WAY.toNanos();
        boolean isSaid = false;
        GlobalCheckpoints.Reach now = reach();
        List<Long> acknowledged = now.highest();
        for (OptionalInt shard = unsettled(acknowledged, now);
                shard.isPresent();
                shard = unsettled(acknowledged, now)) {
            long time = nanoTime.getAsLong();
            if (time - begun >= MOST.toNanos()) {
                throw refused(shard.getAsInt(), acknowledged, now);
            }
            if (time - nextFlush >= 0) {
                if (!isSaid) {
                    isSaid = true;
                    About.index(index.name())
                            .in(LOG.atInfo())
                            .log(
                                    "Waiting until shard {} of source index {} has settled what it has acknowledged"
                                            + " (index.translog.sync_interval)",
                                    shard.getAsInt(),
                                    index.name());
                }
                flush();
                nextFlush = nanoTime.getAsLong() + BETWEEN_FLUSHES.toNanos();
            }
            sleep(Math.clamp((time - begun) / 10, BETWEEN_LOOKS.toNanos(), MOST_BETWEEN_LOOKS.toNanos()));
            now = reach();
        }
        return now.settled();
    }

    /// A primary that is handed over to another node is told by neither for a moment.
    private GlobalCheckpoints.Reach reach() throws ElasticException {
        for (int look = 1; look < LOOKS; look++) {
            try {
                return GlobalCheckpoints.reach(source, index.name(), index.shards());
            } catch (RunRefusedException e) {
                sleep(MOST_BETWEEN_LOOKS.toNanos());
            }
        }
        return GlobalCheckpoints.reach(source, index.name(), index.shards());
    }

    /// A shard that has not settled what it had acknowledged. After the loss of a primary it may have fewer
    /// numbers.
    private static OptionalInt unsettled(List<Long> acknowledged, GlobalCheckpoints.Reach now) {
        return IntStream.range(0, acknowledged.size())
                .filter(shard -> now.settled().get(shard)
                        < Math.min(acknowledged.get(shard), now.highest().get(shard)))
                .findFirst();
    }

    /// What came of it the numbers tell: a user may not be allowed to, and a copy may hang.
    private void flush() {
        if (!mayFlush) {
            return;
        }
        try {
            source.send(Call.post("/" + Call.encoded(index.name()) + "/_flush", Bytes.EMPTY))
                    .orThrow();
        } catch (ElasticException e) {
            About.index(index.name())
                    .in(LOG.atDebug())
                    .log("{} could not be asked to settle: {}", index.name(), e.getMessage());
        }
    }

    private void sleep(long nanos) {
        try {
            sleeper.sleep(Duration.ofNanos(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunRefusedException("The run was not begun: this process was told to stop.");
        }
    }

    private RunRefusedException refused(int shard, List<Long> acknowledged, GlobalCheckpoints.Reach now) {
        return new RunRefusedException(
                ("Shard %d of source index '%s' has acknowledged operations up to number %d and has"
                                + " settled them up to %d only, after %d s, so that a copy would end without the rest: see that"
                                + " its replicas answer, shorten index.translog.sync_interval or set"
                                + " index.translog.durability to request, and start again.")
                        .formatted(
                                shard,
                                index.name(),
                                acknowledged.get(shard),
                                now.settled().get(shard),
                                MOST.toSeconds()));
    }
}
