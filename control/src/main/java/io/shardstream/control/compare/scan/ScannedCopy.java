package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.ShardCopy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The primary of one shard, asked at its own node for what is live in it. What searches see is what the
/// last refresh showed ([io.shardstream.common.shard.RefreshWait]). All calls block.
///
/// An answer that is not that of the one whole shard is a failure, never a shorter answer.
public interface ScannedCopy extends ShardCopy {
    /// Every live document whose number is above `above` and at most `upTo`, from doc values only. The
    /// documents of an index that was shrunk may have equal numbers; each of them is given.
    ///
    /// @param sink has taken some of them if this fails: begin anew then
    void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException;

    /// How many documents [#forEachLive] would give.
    long countLive(long above, long upTo) throws ElasticException;

    /// How many live documents lie in which block of numbers or versions, in one look at the whole shard. A
    /// server counts them itself; what it says is believed only if it adds up.
    default Counted count(Counting what) throws ElasticException, NotPrimaryException {
        ReadCounts counts = new ReadCounts(what);
        switch (what) {
            case Counting.OfNumbers(List<NumberSpan> spans, long _) ->
                forEachLive(spans.getFirst().from() - 1, spans.getLast().to() - 1, (seqNo, _) -> counts.add(seqNo));
            case Counting.OfVersions _ -> forEachLive(-1, numbers().maxSeqNo(), (_, version) -> counts.add(version));
        }
        return counts.counted();
    }

    /// The numbers of the live documents that have these versions, in one look at the whole shard.
    ///
    /// @param versions from the lowest, each once, at most
    ///     [io.shardstream.control.compare.scan.WordRequest#MOST]
    /// @return empty if it cannot say which all of them are: then they must be read
    default Optional<List<Long>> numbersOf(List<Long> versions) throws ElasticException, NotPrimaryException {
        Set<Long> wanted = Set.copyOf(versions);
        List<Long> found = new ArrayList<>();
        forEachLive(-1, numbers().maxSeqNo(), (seqNo, version) -> {
            if (wanted.contains(version)) {
                found.add(seqNo);
            }
        });
        return Optional.of(found);
    }

    /// Whether [#numbersOf] is answered at all, as far as that is known without asking.
    default boolean findsVersions() {
        return true;
    }

    /// Numbers of live documents, drawn from all in the range with the same chance. A number that several
    /// documents have may be among them several times.
    ///
    /// @param count how many, or all if there are fewer
    default List<Long> drawn(long above, long upTo, int count, long seed) throws ElasticException {
        Random random = new Random(seed);
        List<Long> drawn = new ArrayList<>();
        AtomicLong seen = new AtomicLong();
        forEachLive(above, upTo, (seqNo, _) -> {
            if (drawn.size() < count) {
                drawn.add(seqNo);
            } else {
                long place = random.nextLong(seen.get() + 1);
                if (place < count) {
                    drawn.set((int) place, seqNo);
                }
            }
            seen.incrementAndGet();
        });
        return drawn;
    }

    /// What a document takes on the copy's disk, on the average; 0 if that is not known.
    default long storedBytes() throws ElasticException {
        return 0;
    }

    /// The live documents that have these numbers now.
    List<DocumentName> named(Collection<Long> seqNos) throws ElasticException;

    /// The live documents that have these ids, whatever their routing.
    List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException;

    /// What the live documents with these ids hold, whatever their routing. Documents that this server cannot
    /// return, or that are too large, are told as such.
    void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException;

    /// What the live documents that have these numbers now hold. Documents that this server cannot return, or
    /// that are too large, are told as such; others of the same ids may be given too.
    default void bodiesAt(Collection<Long> seqNos, DocumentBodies sink) throws ElasticException {
        bodies(named(seqNos).stream().map(DocumentName::id).distinct().toList(), sink);
    }

    /// What a search with this body answers, which is always that of the whole shard and of no cache. Not for
    /// searches that bring many documents.
    ///
    /// @throws ElasticException.Refused if the server does not take the search
    default JsonNode found(ObjectNode body) throws ElasticException {
        throw new ElasticException.Malformed("The copy on " + where() + " cannot be searched");
    }

    /// Deletes that this copy has carried out since its counter began, `indexing.delete_total`. Relocation
    /// and restart begin it anew, so it means something only beside the copy's identity.
    long deletes() throws ElasticException, NotPrimaryException;
}
