package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Finds documents in the target where its routing puts them.
public final class TargetPlaces {
    /// Documents of a shard that are asked for at once.
    private static final int AT_ONCE = 1000;

    private final ComparedRun run;
    private final Asking asking;
    private final List<Visible> shown;
    private final ShardRouter router;

    /// @param shown by target shard, what its searches show at least
    public TargetPlaces(ComparedRun run, Asking asking, List<Visible> shown) {
        this.run = run;
        this.asking = asking;
        this.shown = List.copyOf(shown);
        this.router = new ShardRouter(run.plan().targetRouting());
    }

    /// By target shard.
    public Map<Integer, List<DocumentKey>> byShard(Collection<DocumentKey> documents) {
        Map<Integer, List<DocumentKey>> byShard = new TreeMap<>();
        for (DocumentKey document : documents) {
            byShard.computeIfAbsent(shardOf(document), _ -> new ArrayList<>()).add(document);
        }
        return byShard;
    }

    /// The target shard that a document belongs to.
    public int shardOf(DocumentKey document) {
        Bytes routing = document.routing();
        return router.shardOf(document.id().utf8(), routing == null ? null : routing.utf8());
    }

    /// What the target holds under the ids of these documents, in the shards that they belong to: by document
    /// asked for, whatever the routing of what was found. Every record whose outcome was waited for counts;
    /// later ones may or may not.
    public Map<DocumentKey, DocumentName> find(Collection<DocumentKey> documents)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return find(documents, shown::get);
    }

    /// The same as of now.
    public Map<DocumentKey, DocumentName> findNow(Collection<DocumentKey> documents)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return find(documents, _ -> null);
    }

    private Map<DocumentKey, DocumentName> find(Collection<DocumentKey> documents, IntFunction<@Nullable Visible> known)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<DocumentKey, DocumentName> found = new HashMap<>();
        List<Asking.Errand<Map<DocumentKey, DocumentName>>> errands = new ArrayList<>();
        byShard(documents).forEach((shard, here) -> errands.add(each -> findIn(each, shard, here, known.apply(shard))));
        asking.all(errands, Integer.MAX_VALUE, found::putAll);
        return found;
    }

    private Map<DocumentKey, DocumentName> findIn(
            Asking each, int shard, List<DocumentKey> documents, @Nullable Visible known)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Bytes> ids = documents.stream().map(DocumentKey::id).distinct().toList();
        Map<Bytes, DocumentName> byId = new HashMap<>();
        Visible visible = known;
        for (int from = 0; from < ids.size(); from += AT_ONCE) {
            List<Bytes> some = ids.subList(from, Math.min(ids.size(), from + AT_ONCE));
            ShardAnswer<List<DocumentName>> answer =
                    each.revealed(run.target().get(shard), visible, (copy, _) -> copy.withIds(some));
            answer.value().forEach(name -> byId.put(name.id(), name));
            visible = answer.visible();
        }
        Map<DocumentKey, DocumentName> found = new HashMap<>();
        for (DocumentKey document : documents) {
            DocumentName name = byId.get(document.id());
            if (name != null) {
                found.put(document, name);
            }
        }
        return found;
    }
}
