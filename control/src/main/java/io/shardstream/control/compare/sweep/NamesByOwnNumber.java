package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.WordLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Finds documents of the target by the own numbers that they had when their words were read: for servers
/// that do not say which documents have a version. A document that was written since has another own number,
/// above what was read, and is read there.
final class NamesByOwnNumber {
    private final ComparedRun run;
    private final Asking asking;
    private final List<Visible> shown;

    /// @param shown by target shard, which is not refreshed for it
    NamesByOwnNumber(ComparedRun run, Asking asking, List<Visible> shown) {
        this.run = run;
        this.asking = asking;
        this.shown = List.copyOf(shown);
    }

    /// @param lookup of every document that may have one of the words
    List<DocumentName> of(Roaring64Bitmap words, WordLookup.ByOwnNumber lookup)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<List<DocumentName>>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            Roaring64Bitmap numbers = lookup.shards().get(shard).numbersOf(words);
            if (!numbers.isEmpty()) {
                errands.add(each -> names(each, number, numbers, words));
            }
        }
        List<DocumentName> names = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, names::addAll);
        return names;
    }

    private List<DocumentName> names(Asking each, int shard, Roaring64Bitmap numbers, Roaring64Bitmap words)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Long> asked = LongStream.of(numbers.toArray()).boxed().toList();
        return each.revealed(run.target().get(shard), shown.get(shard), (copy, _) -> copy.named(asked)).value().stream()
                .filter(name -> words.contains(name.version()))
                .toList();
    }
}
