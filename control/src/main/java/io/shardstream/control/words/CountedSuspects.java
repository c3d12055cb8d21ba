package io.shardstream.control.words;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.count.WordRequest;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Names of the target's documents with words that counting has found too often.
public final class CountedSuspects {
    private static final int CHUNK = 2000;

    private final ComparedRun run;
    private final Asking asking;
    private final CountedWords.Found found;
    private final Set<Long> words;

    public CountedSuspects(ComparedRun run, Asking asking, CountedWords.Found found) {
        this.run = run;
        this.asking = asking;
        this.found = found;
        this.words = Set.copyOf(found.words());
    }

    /// Looks for the words' documents.
    ///
    /// @return false if the target cannot say which they are; nothing was given to the sink then
    public boolean forEachChunk(Suspects.Sink sink) throws ElasticException, NotPrimaryException, InterruptedException {
        List<Roaring64Bitmap> numbers = new ArrayList<>();
        asking.all(
                IntStream.range(0, run.target().size())
                        .<Asking.Errand<Optional<Roaring64Bitmap>>>mapToObj(shard -> each -> numbersIn(each, shard))
                        .toList(),
                Integer.MAX_VALUE,
                here -> here.ifPresent(numbers::add));
        if (numbers.size() < run.target().size()) {
            return false;
        }
        for (int shard = 0; shard < numbers.size(); shard++) {
            int of = shard;
            NumberChunks.forEach(numbers.get(shard), CHUNK, chunk -> {
                List<DocumentName> names = named(of, chunk);
                if (!names.isEmpty()) {
                    sink.accept(names);
                }
            });
        }
        return true;
    }

    private Optional<Roaring64Bitmap> numbersIn(Asking each, int shard)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Roaring64Bitmap numbers = new Roaring64Bitmap();
        for (int from = 0; from < found.words().size(); from += WordRequest.MOST) {
            List<Long> some = found.words().subList(from, Math.min(found.words().size(), from + WordRequest.MOST));
            Optional<List<Long>> here = each.revealed(
                            run.target().get(shard), found.shown().get(shard), (copy, _) -> copy.numbersOf(some))
                    .value();
            if (here.isEmpty()) {
                return Optional.empty();
            }
            here.get().forEach(numbers::addLong);
        }
        return Optional.of(numbers);
    }

    /// What was written since has another number, and is none of them any more.
    private List<DocumentName> named(int shard, List<Long> chunk)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return asking
                .revealed(run.target().get(shard), found.shown().get(shard), (copy, _) -> copy.named(chunk))
                .value()
                .stream()
                .filter(name -> words.contains(name.version()))
                .toList();
    }
}
