package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out when everything up to a copy's global checkpoint is visible to its searches: by asking for
/// refreshes, or, where the copy may not be asked, by watching those that it makes by itself. That one
/// was carried out is read from the copy's own count of them. One object is one attempt.
///
/// Elasticsearch and OpenSearch count every refresh that is asked for, even one that finds nothing new;
/// by itself a copy refreshes only if something was written since the last time (seen on 9.5.3). So a
/// copy that nobody writes to may never show that it is up to date, and must be asked.
public final class RefreshWait {
    /// A refresh that was under way when the count was read may have begun before the checkpoint was
    /// read; the one after it has not. Both come in one answer, for which a node reads the numbers of a
    /// shard before it counts (`IndicesService.indexShardStats` of Elasticsearch and OpenSearch).
    private static final int REFRESHES = 2;

    /// Requests for a refresh before a copy is held for one that does not refresh.
    private static final int TRIES = 20;

    /// Looks at a copy that refreshes when it likes: enough for two of its refreshes, one each 30 s.
    private static final int LOOKS = 480;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final ShardCopy copy;
    private final long known;
    private @Nullable CopyNumbers checkpoint;
    private long enough;
    private int asked;

    /// @param known the checkpoint that is visible already; if it has not moved, nothing is refreshed
    public RefreshWait(long known, ShardCopy copy) {
        this.known = known;
        this.copy = copy;
    }

    /// Asks for everything up to the checkpoint until it is visible. Blocks, for two minutes at most if the
    /// copy refreshes only by itself.
    ///
    /// @param known the checkpoint that is visible already; if it has not moved, nothing is refreshed
    /// @return numbers whose global checkpoint is visible
    /// @throws UnrefreshedException if the copy may not be asked and does not refresh by itself
    /// @throws NotPrimaryException if the copy is another one by now, or does not refresh although asked
    public static CopyNumbers beyond(long known, ShardCopy copy, Sleeper sleeper)
            throws ElasticException, NotPrimaryException, InterruptedException {
        RefreshWait reveal = new RefreshWait(known, copy);
        for (int i = 0; i < LOOKS; i++) {
            Optional<CopyNumbers> visible = reveal.look();
            if (visible.isPresent()) {
                return visible.get();
            }
            if (!copy.mayRefresh()) {
                sleeper.sleep(BETWEEN_LOOKS);
            }
        }
        throw new UnrefreshedException(reveal.whyNotYet());
    }

    /// Does what can be done now. Blocks only for its requests, and may be called by any thread, but by one
    /// at a time.
    ///
    /// @return numbers whose global checkpoint is visible, empty if they may be a little later
    /// @throws NotPrimaryException if the copy is another one by now, or does not refresh although asked
    public Optional<CopyNumbers> look() throws ElasticException, NotPrimaryException {
        CopyNumbers reached = checkpoint;
        if (reached == null) {
            reached = numbers();
            if (reached.globalCheckpoint() <= known) {
                return Optional.of(reached);
            }
            enough = reached.refreshes() + REFRESHES;
            checkpoint = reached;
        }
        if (copy.mayRefresh()) {
            ask();
        } else {
            copy.wake();
        }
        return numbers().refreshes() >= enough ? Optional.of(reached) : Optional.empty();
    }

    private void ask() throws ElasticException, NotPrimaryException {
        if (asked >= TRIES) {
            throw new NotPrimaryException("The copy on " + copy.where() + " does not refresh");
        }
        if (asked >= REFRESHES) {
            copy.refreshIndex();
            asked++;
            return;
        }
        do {
            copy.refresh();
            asked++;
        } while (asked < REFRESHES && copy.mayRefresh());
    }

    /// Whether what was returned last was made visible, and not held for visible since it was known before: the
    /// copy that is asked now may be another one than the one that showed that.
    public boolean hasRefreshed() {
        return checkpoint != null;
    }

    /// Whether this is about that copy.
    public boolean isOf(CopyIdentity identity) {
        return copy.identity().equals(identity);
    }

    /// What is being waited for, in a sentence for people.
    public String whyNotYet() {
        return copy.mayRefresh()
                ? "The copy on " + copy.where() + " does not refresh"
                : "The copy on " + copy.where() + " may not be refreshed by this run and has not refreshed by itself"
                        + " since its last writes: " + copy.ownRefreshes();
    }

    private CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        CopyNumbers numbers = copy.numbers();
        if (!numbers.identity().equals(copy.identity())) {
            throw new NotPrimaryException("The copy on " + copy.where() + " has become another one");
        }
        return numbers;
    }
}
