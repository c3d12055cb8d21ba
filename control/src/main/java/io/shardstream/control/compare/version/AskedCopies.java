package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Remembers which copies of the target were asked, and finds out afterwards whether the cluster holds them
/// for the primaries. A copy on a node that was cut off calls itself the primary for a while and lacks what
/// its successor has taken since: what it shows can be acted upon, and what it does not show says nothing.
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

    /// Whether every copy that was asked is the primary by the word of the cluster, and stays where it is. If
    /// so it was the primary at any time since it was asked first: no other copy ever gets its term and id.
    ///
    /// @param asking to ask with
    /// @return false also if the cluster does not say
    public boolean arePrimaries(Asking asking) {
        try {
            return firstOther(asking, true).isEmpty();
        } catch (ElasticException | NotPrimaryException e) {
            LOG.debug("Which copies are the primaries is not known", e);
            return false;
        }
    }

    /// Why what was asked does not count: a copy is not the primary. One that is about to be moved is.
    ///
    /// @param asking to ask with
    /// @return a sentence; empty if all of them are
    /// @throws ElasticException if the cluster does not say
    /// @throws NotPrimaryException if the thread was interrupted
    public Optional<String> problem(Asking asking) throws ElasticException, NotPrimaryException {
        OptionalInt shard = firstOther(asking, false);
        return shard.isEmpty()
                ? Optional.empty()
                : Optional.of("A copy of shard " + shard.getAsInt() + " of the target index "
                        + run.plan().targetIndex() + " said that it was the primary, and the cluster has another one: "
                        + "what was compared with it does not count");
    }

    /// @param stay whether copies must not be about to be moved
    /// @return the first shard of which a copy was asked that is not its primary
    private OptionalInt firstOther(Asking asking, boolean stay) throws ElasticException, NotPrimaryException {
        if (shards.stream().allMatch(shard -> shard.asked.isEmpty())) {
            return OptionalInt.empty();
        }
        List<ElectedPrimary> elected = asking.each(run.target(), ScannedShard::elected);
        return IntStream.range(0, shards.size())
                .filter(shard -> !shards.get(shard).wasOnly(elected.get(shard), stay))
                .findFirst();
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
        public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
            CopyNumbers numbers = shard.numbers();
            asked.add(numbers.identity());
            return numbers;
        }

        @Override
        public ElectedPrimary elected() throws ElasticException, NotPrimaryException {
            return shard.elected();
        }

        @Override
        public boolean sharesAnswers() {
            return shard.sharesAnswers();
        }

        /// Whether no other copy than this was asked.
        ///
        /// @param stays whether it must not be about to be moved
        private boolean wasOnly(ElectedPrimary elected, boolean stays) {
            boolean wasOnly = asked.isEmpty()
                    || ((!stays || !elected.moves()) && asked.stream().allMatch(elected::is));
            if (!wasOnly) {
                LOG.debug("Of a target shard {} were asked, and the primary is {}", asked, elected);
            }
            return wasOnly;
        }
    }
}
