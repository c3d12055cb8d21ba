package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.SourceWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import tools.jackson.databind.node.MissingNode;

/// Finds documents whose states are the same on both sides by their versions. What differs in them differs
/// for good, however much is written meanwhile.
final class DocumentPairs {
    private final ComparedRun run;
    private final Map<Integer, SourceWords> words;
    private final SideSearch source;
    private final SideSearch target;

    /// @param words of all source shards
    DocumentPairs(ComparedRun run, Map<Integer, SourceWords> words, SideSearch source, SideSearch target) {
        this.run = run;
        this.words = Map.copyOf(words);
        this.source = source;
        this.target = target;
    }

    /// A document that has one state on both sides.
    record Pair(DocumentName source, DocumentName target) {
        DocumentKey key() {
            return source.key();
        }
    }

    /// Those documents that both have in one state.
    List<Pair> matching(Collection<SideSearch.Found> inSource, Collection<SideSearch.Found> inTarget) {
        Map<DocumentKey, DocumentName> there = new HashMap<>();
        inTarget.forEach(found -> there.put(found.name().key(), found.name()));
        List<Pair> pairs = new ArrayList<>();
        for (SideSearch.Found here : inSource) {
            DocumentName other = there.get(here.name().key());
            SourceWords known = words.get(here.shard());
            if (other != null && known != null && run.versionOf(known, here.name()) == other.version()) {
                pairs.add(new Pair(here.name(), other));
            }
        }
        return pairs;
    }

    /// Documents of the source that were drawn, as far as the target has the same state of them. Those of one
    /// shard do not lie together: some questions are asked of the first ones only.
    ///
    /// @param most in all
    /// @param seed draws the same ones as long as nothing is written
    List<Pair> drawn(int most, long seed) throws ElasticException, NotPrimaryException, InterruptedException {
        int ofShard = Math.max(1, most / source.shards());
        List<Integer> shards = shards(most, seed);
        List<ShardAnswer<List<DocumentName>>> answers =
                source.of(shards, (copy, visible) -> copy.named(copy.drawn(-1, visible.checkpoint(), ofShard, seed)));
        List<SideSearch.Found> here = new ArrayList<>();
        for (int i = 0; i < shards.size() && here.size() < most; i++) {
            for (DocumentName name : answers.get(i).value()) {
                here.add(new SideSearch.Found(shards.get(i), name, MissingNode.getInstance()));
            }
        }
        List<Pair> pairs = matching(here, target.among(ids(here), SideSearch.every()));
        Collections.shuffle(pairs, new Random(seed));
        return pairs;
    }

    /// The source shards that documents are drawn from. Of more shards than documents each has the same
    /// chance; while the source is written to, other ones are drawn each time.
    private List<Integer> shards(int most, long seed) {
        List<Integer> all =
                new ArrayList<>(IntStream.range(0, source.shards()).boxed().toList());
        if (all.size() <= most) {
            return all;
        }
        long written = words.values().stream().mapToLong(SourceWords::upTo).sum();
        Collections.shuffle(all, new Random(seed + written));
        return all.subList(0, most).stream().sorted().toList();
    }

    /// Some documents of one state that one side finds by a field and the other does not.
    ///
    /// @param inSource whether the source finds them
    /// @param looked how many of those that it finds are looked at
    List<DocumentKey> foundByOne(FieldPair field, boolean inSource, int looked)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SideSearch finds = inSource ? source : target;
        SideSearch lacks = inSource ? target : source;
        List<SideSearch.Found> with = finds.some(field.of(inSource).exists(), looked);
        List<SideSearch.Found> without =
                lacks.among(ids(with), SideSearch.not(field.of(!inSource).exists()));
        List<Pair> pairs = inSource ? matching(with, without) : matching(without, with);
        return pairs.stream().map(Pair::key).toList();
    }

    SideSearch side(boolean isSource) {
        return isSource ? source : target;
    }

    private static List<Bytes> ids(List<SideSearch.Found> found) {
        return found.stream().map(one -> one.name().id()).distinct().toList();
    }
}
