package io.shardstream.control.words;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.primary.ElectedPrimary;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.ScannedCopy;
import io.shardstream.control.scan.ScannedShard;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Remembers which copies of the target were asked, and finds out afterwards whether the cluster holds them for the
/// primaries. A copy on a node that was cut off calls itself the primary for a while and lacks what its successor has
/// taken since: what it shows can be acted upon, and what it does not show says nothing.
public final class AskedCopies {
    private static final Logger LOG = LoggerFactory.getLogger(AskedCopies.class);

    private final ComparedRun run;
    private final List<Remembering> shards;

    public AskedCopies(ComparedRun run) {
        this.run = run;
        this.shards = run.target().stream().map(Remembering::new).toList();
    }

    /// The same run, the target of which is remembered when it is asked.
    public ComparedRun run() {
        return new ComparedRun(run.plan(), run.source(), List.copyOf(shards), run.lanes(), run.sight(), run.atOnce());
    }

    /// Nothing that was asked until now counts.
    public void forget() {
        shards.forEach(shard -> shard.asked.clear());
    }

    /// Whether every copy that was asked is the primary by the word of the cluster, and stays where it is. If so it
    /// was the primary at any time since it was asked first: no other copy ever gets its term and id.
    ///
    /// @return false also if the cluster does not say
    public boolean arePrimaries() {
        try {
            for (Remembering shard : shards) {
                if (!shard.isPrimary(true)) {
                    return false;
                }
            }
            return true;
        } catch (ElasticException e) {
            LOG.debug("Which copies are the primaries is not known", e);
            return false;
        }
    }

    /// Why what was asked does not count: a copy is not the primary. One that is about to be moved is.
    ///
    /// @return a sentence; empty if all of them are
    /// @throws ElasticException if the cluster does not say
    public Optional<String> problem() throws ElasticException {
        for (int shard = 0; shard < shards.size(); shard++) {
            if (!shards.get(shard).isPrimary(false)) {
                return Optional.of("A copy of shard " + shard + " of the target index "
                        + run.plan().targetIndex() + " said that it was the primary, and the cluster has another one: "
                        + "what was compared with it does not count");
            }
        }
        return Optional.empty();
    }

    private static final class Remembering implements ScannedShard {
        private final ScannedShard shard;
        private final Set<CopyIdentity> asked = ConcurrentHashMap.newKeySet();

        Remembering(ScannedShard shard) {
            this.shard = shard;
        }

        @Override
        public ScannedCopy locate() throws ElasticException, NotPrimaryException {
            ScannedCopy copy = shard.locate();
            asked.add(copy.identity());
            return copy;
        }

        @Override
        public ElectedPrimary elected() throws ElasticException {
            return shard.elected();
        }

        /// @param stays whether it must not be about to be moved
        private boolean isPrimary(boolean stays) throws ElasticException {
            if (asked.isEmpty()) {
                return true;
            }
            ElectedPrimary elected = shard.elected();
            boolean isPrimary = (!stays || !elected.moves()) && asked.stream().allMatch(elected::is);
            if (!isPrimary) {
                LOG.debug("Of a target shard {} were asked, and the primary is {}", asked, elected);
            }
            return isPrimary;
        }
    }
}
