package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.WordRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Names of the target's documents with words that counting has found too often.
public final class CountedSuspects {
    private static final int CHUNK = 2000;

    /// Chunks that are asked for, and whose names are in memory, at the same time.
    private static final int CHUNKS_TOGETHER = 16;

    /// Searches of one copy before it is looked for again, which takes more requests than a search. If it has
    /// become another one meanwhile they are all made again.
    private static final int SEARCHES_TOGETHER = 4;

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
        List<Asking.Errand<List<DocumentName>>> some = new ArrayList<>();
        for (int shard = 0; shard < numbers.size(); shard++) {
            int of = shard;
            NumberChunks.forEach(numbers.get(shard), CHUNK, chunk -> {
                some.add(each -> named(each, of, chunk));
                if (some.size() == CHUNKS_TOGETHER) {
                    name(some, sink);
                }
            });
        }
        name(some, sink);
        return true;
    }

    private void name(List<Asking.Errand<List<DocumentName>>> some, Suspects.Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<DocumentName> names = new ArrayList<>();
        asking.all(some, Integer.MAX_VALUE, names::addAll);
        some.clear();
        if (!names.isEmpty()) {
            sink.accept(names);
        }
    }

    private Optional<Roaring64Bitmap> numbersIn(Asking each, int shard)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Roaring64Bitmap numbers = new Roaring64Bitmap();
        for (List<Long> some : portions(found.words(), SEARCHES_TOGETHER * WordRequest.MOST)) {
            Optional<List<Long>> here = each.revealed(
                            run.target().get(shard), found.shown().get(shard), (copy, _) -> numbersOf(copy, some))
                    .value();
            if (here.isEmpty()) {
                return Optional.empty();
            }
            here.get().forEach(numbers::addLong);
        }
        return Optional.of(numbers);
    }

    private static Optional<List<Long>> numbersOf(ScannedCopy copy, List<Long> words)
            throws ElasticException, NotPrimaryException {
        List<Long> numbers = new ArrayList<>();
        for (List<Long> some : portions(words, WordRequest.MOST)) {
            Optional<List<Long>> here = copy.numbersOf(some);
            if (here.isEmpty()) {
                return Optional.empty();
            }
            numbers.addAll(here.get());
        }
        return Optional.of(numbers);
    }

    private static List<List<Long>> portions(List<Long> words, int most) {
        List<List<Long>> portions = new ArrayList<>();
        for (int from = 0; from < words.size(); from += most) {
            portions.add(words.subList(from, Math.min(words.size(), from + most)));
        }
        return portions;
    }

    /// What was written since has another number, and is none of them any more.
    private List<DocumentName> named(Asking each, int shard, List<Long> chunk)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each
                .revealed(run.target().get(shard), found.shown().get(shard), (copy, _) -> copy.named(chunk))
                .value()
                .stream()
                .filter(name -> words.contains(name.version()))
                .toList();
    }
}
