package io.shardstream.control.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.primary.ElectedPrimary;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.ScannedCopy;
import io.shardstream.control.scan.ScannedShard;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Remembers which copies of an index were asked, and finds out afterwards whether the cluster holds them for the
/// primaries. A copy on a node that was cut off calls itself the primary for a while and lacks what its successor has
/// taken since: what it shows can be acted upon, and what it does not show says nothing.
final class AskedCopies {
    private static final Logger LOG = LoggerFactory.getLogger(AskedCopies.class);

    private final List<Remembering> shards;

    AskedCopies(List<ScannedShard> shards) {
        this.shards = shards.stream().map(Remembering::new).toList();
    }

    /// The same shards, to be asked in place of them.
    List<ScannedShard> shards() {
        return List.copyOf(shards);
    }

    /// Nothing that was asked until now counts.
    void forget() {
        shards.forEach(shard -> shard.asked.clear());
    }

    /// Whether every copy that was asked is the primary by the word of the cluster, and stays where it is. If so it
    /// was the primary at any time since it was asked first: no other copy ever gets its term and id.
    boolean arePrimaries() {
        try {
            for (Remembering shard : shards) {
                if (!shard.isPrimary()) {
                    return false;
                }
            }
            return true;
        } catch (ElasticException e) {
            LOG.debug("Which copies are the primaries is not known", e);
            return false;
        }
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

        private boolean isPrimary() throws ElasticException {
            if (asked.isEmpty()) {
                return true;
            }
            ElectedPrimary elected = shard.elected();
            boolean isPrimary = !elected.moves() && asked.stream().allMatch(elected::is);
            if (!isPrimary) {
                LOG.debug("Of a target shard {} were asked, and the primary is {}", asked, elected);
            }
            return isPrimary;
        }
    }
}
