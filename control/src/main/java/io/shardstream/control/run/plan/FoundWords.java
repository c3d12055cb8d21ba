package io.shardstream.control.run.plan;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The version words of a target, by source shard.
///
/// @param shards by source shard
record FoundWords(List<OfShard> shards) {
    private static final int MOST_NAMED = 3;

    FoundWords {
        shards = List.copyOf(shards);
    }

    /// Those of one source shard.
    ///
    /// @param lineage the highest; the first one where there are no words
    /// @param highest the highest number in that lineage, -1 where there are no words
    /// @param count documents with words of that lineage
    record OfShard(int lineage, long highest, long count) {
        static final OfShard NONE = new OfShard(VersionWord.FIRST_LINEAGE, -1, 0);

        OfShard with(VersionWord word) {
            if (word.lineage() < lineage) {
                return this;
            }
            return word.lineage() > lineage
                    ? new OfShard(word.lineage(), word.seqNo(), 1)
                    : new OfShard(lineage, Math.max(highest, word.seqNo()), count + 1);
        }

        OfShard and(OfShard other) {
            if (lineage != other.lineage) {
                return lineage > other.lineage ? this : other;
            }
            return new OfShard(lineage, Math.max(highest, other.highest), count + other.count);
        }
    }

    /// Reads them all, as many shards of the target at once as may be asked. Nothing is changed.
    ///
    /// @param target its shards
    /// @param index its name
    /// @throws RunRefusedException if a document has a version that no run over that source can have written
    static FoundWords in(List<ScannedShard> target, String index, int sourceShards, Asking asking)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<OfShard> all = Collections.nCopies(sourceShards, OfShard.NONE);
        long foreign = 0;
        List<DocumentName> named = new ArrayList<>();
        List<Scan> scans = new ArrayList<>();
        asking.all(
                target.stream()
                        .<Asking.Errand<Scan>>map(shard -> each -> scan(shard, sourceShards, each))
                        .toList(),
                target.size(),
                scans::add);
        for (Scan found : scans) {
            List<OfShard> before = all;
            all = IntStream.range(0, sourceShards)
                    .mapToObj(one -> before.get(one).and(found.shards[one]))
                    .toList();
            foreign += found.foreign;
            named.addAll(found.names);
        }
        if (foreign > 0) {
            throw foreign(index, foreign, named);
        }
        return new FoundWords(all);
    }

    private static Scan scan(ScannedShard shard, int sourceShards, Asking asking)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return asking.revealed(shard, null, (copy, visible) -> {
                    Scan scan = new Scan(sourceShards);
                    copy.forEachLive(-1, visible.highest(), scan);
                    scan.names.addAll(copy.named(scan.foreignNumbers));
                    return scan;
                })
                .value();
    }

    /// Documents with words of the highest lineage of their shards.
    long count() {
        return shards.stream().mapToLong(OfShard::count).sum();
    }

    private static RunRefusedException foreign(String index, long count, List<DocumentName> names) {
        String some = names.stream()
                .limit(MOST_NAMED)
                .map(name -> "'" + Printable.of(name.id().utf8()) + "' has version " + name.version())
                .collect(Collectors.joining(", "));
        return new RunRefusedException("Target index '" + index + "' cannot be adopted: " + count
                + " of its documents have versions that no run from this source has written"
                + (some.isEmpty() ? "" : " (" + some + ")")
                + ". A client may have written to it. Name another target index. Nothing was changed.");
    }

    private static final class Scan implements LiveDocuments {
        private final OfShard[] shards;
        private final List<Long> foreignNumbers = new ArrayList<>();
        private final List<DocumentName> names = new ArrayList<>();
        private long foreign;

        Scan(int sourceShards) {
            shards = new OfShard[sourceShards];
            Arrays.fill(shards, OfShard.NONE);
        }

        @Override
        public void accept(long seqNo, long version) {
            if (!VersionWord.isForeign(version, shards.length)) {
                VersionWord word = VersionWord.of(version);
                shards[word.sourceShard()] = shards[word.sourceShard()].with(word);
                return;
            }
            foreign++;
            if (foreignNumbers.size() < MOST_NAMED) {
                foreignNumbers.add(seqNo);
            }
        }
    }
}
