package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.state.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which documents the source has, asked by id, settled. What was deleted since a shard was looked at may seem
/// to be there.
public final class SourcePresence {
    private final ComparedRun run;
    private final Asking asking;
    private final Map<Integer, Visible> shown;
    private final ShardRouter router;

    /// @param shown what the searches of source shards show at least
    public SourcePresence(ComparedRun run, Asking asking, Map<Integer, Visible> shown) {
        this.run = run;
        this.asking = asking;
        this.shown = Map.copyOf(shown);
        this.router = new ShardRouter(run.plan().targetRouting());
    }

    /// In a source that was looked at before.
    public static SourcePresence after(ComparedRun run, Asking asking, Map<Integer, SourceWords> source) {
        return new SourcePresence(
                run,
                asking,
                source.values().stream().collect(Collectors.toMap(SourceWords::shard, SourceWords::visible)));
    }

    /// Those documents of the target that no shard of the source has, by the word of copies that the cluster
    /// holds for the primaries, and that stay where they are.
    ///
    /// Where versions are no words nothing says as of when a document is absent, and a delete would outdo
    /// whatever the target holds: a primary that was cut off, or has handed over to another node, and lacks
    /// what its successor has taken since must not be asked. Everything in the target when its documents were
    /// named was read before; so a copy will do that is as far as that and is, after that, still the primary.
    ///
    /// @throws BlockedException if something is hidden from who asks
    public List<DocumentName> absentAmong(List<DocumentName> targets)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<DocumentName> absent = absentAmong(targets, (each, shard) -> asked(each, shard, targets, _ -> {}));
        if (absent.isEmpty()) {
            return absent;
        }
        RunState read = run.lanes().state();
        List<DocumentName> gone = absentAmong(
                absent,
                (each, shard) -> asked(
                        each, shard, absent, copy -> requirePrimary(run.source().get(shard), copy, read.done(shard))));
        if (!gone.isEmpty()) {
            run.sight().require();
        }
        return gone;
    }

    private interface Live {
        Map<DocumentKey, DocumentName> in(Asking each, int shard)
                throws ElasticException, NotPrimaryException, InterruptedException;
    }

    private List<DocumentName> absentAmong(List<DocumentName> targets, Live live)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Set<DocumentKey> found = new HashSet<>();
        asking.all(
                IntStream.range(0, run.source().size())
                        .<Asking.Errand<Map<DocumentKey, DocumentName>>>mapToObj(shard -> each -> live.in(each, shard))
                        .toList(),
                Integer.MAX_VALUE,
                here -> found.addAll(here.keySet()));
        return targets.stream().filter(name -> !found.contains(name.key())).toList();
    }

    private static void requirePrimary(ScannedShard shard, ScannedCopy copy, long done)
            throws ElasticException, NotPrimaryException {
        ElectedPrimary elected = shard.elected();
        if (copy.numbers().globalCheckpoint() < done || !elected.is(copy.identity())) {
            throw new NotPrimaryException("The copy on " + copy.where()
                    + " says that it is the primary, and the cluster has gone on without it");
        }
        if (elected.moves()) {
            throw new NotPrimaryException("The primary on " + copy.where()
                    + " is being moved to another node: what it does not have may have been written there");
        }
    }

    /// Those documents of the target that the source shard that their words name does not have. A server
    /// keeps one document of an id in a shard: where it has the id under another routing by now, which leads
    /// to the same shard of the target, that is a newer state of the same document, which takes the old one's
    /// place there and is outdone by a delete of it.
    ///
    /// @param targets with versions that are words of the run
    /// @throws BlockedException if something is hidden from who asks
    public List<DocumentName> goneAmong(List<DocumentName> targets)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<List<DocumentName>>> errands = new ArrayList<>();
        byShard(targets)
                .forEach((shard, names) -> errands.add(each -> {
                    Map<DocumentKey, DocumentName> live = living(each, shard, names);
                    return names.stream()
                            .filter(name -> !live.containsKey(name.key()))
                            .toList();
                }));
        List<DocumentName> gone = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, gone::addAll);
        if (!gone.isEmpty()) {
            run.sight().require();
        }
        return gone;
    }

    /// Documents of the target by the source shard that their words name.
    ///
    /// @param targets with versions that are words of the run
    public static Map<Integer, List<DocumentName>> byShard(List<DocumentName> targets) {
        return targets.stream()
                .collect(Collectors.groupingBy(
                        name -> VersionWord.of(name.version()).sourceShard(), TreeMap::new, Collectors.toList()));
    }

    /// What a shard of the source has of these documents, as it names them, be it under another routing, see
    /// [#goneAmong]. What it does not name it does not have.
    ///
    /// @throws BlockedException if something is hidden from who asks
    public Map<DocumentKey, DocumentName> liveAmong(int shard, List<DocumentName> targets)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<DocumentKey, DocumentName> live = living(asking, shard, targets);
        if (targets.stream().anyMatch(name -> !live.containsKey(name.key()))) {
            run.sight().require();
        }
        return live;
    }

    /// By document of the target.
    private Map<DocumentKey, DocumentName> living(Asking each, int shard, List<DocumentName> targets)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<DocumentKey, DocumentName> live = asked(each, shard, targets, _ -> {});
        Map<Bytes, List<DocumentName>> byId = live.values().stream().collect(Collectors.groupingBy(DocumentName::id));
        Map<DocumentKey, DocumentName> living = new HashMap<>();
        for (DocumentName target : targets) {
            DocumentKey key = target.key();
            Optional.ofNullable(live.get(key))
                    .or(() -> byId.getOrDefault(key.id(), List.of()).stream()
                            .filter(other -> shardOf(other.key()) == shardOf(key))
                            .max(Comparator.comparingLong(DocumentName::seqNo)))
                    .ifPresent(name -> living.put(key, name));
        }
        return living;
    }

    /// In the target.
    private int shardOf(DocumentKey document) {
        Bytes routing = document.routing();
        return router.shardOf(document.id().utf8(), routing == null ? null : routing.utf8());
    }

    private interface Condition {
        void require(ScannedCopy copy) throws ElasticException, NotPrimaryException;
    }

    private Map<DocumentKey, DocumentName> asked(
            Asking each, int shard, List<DocumentName> targets, Condition condition)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Bytes> ids = targets.stream().map(DocumentName::id).distinct().toList();
        return each
                .settled(run.source().get(shard), shown.get(shard), (copy, _) -> {
                    condition.require(copy);
                    return copy.withIds(ids);
                })
                .value()
                .stream()
                .collect(Collectors.toMap(DocumentName::key, Function.identity(), (one, _) -> one));
    }
}
