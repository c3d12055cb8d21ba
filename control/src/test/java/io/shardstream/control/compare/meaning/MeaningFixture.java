package io.shardstream.control.compare.meaning;

import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.stream.IntStream;

/// Documents that were copied in memory, and searches in both sides.
final class MeaningFixture {
    static final MeaningOptions OPTIONS =
            new MeaningOptions(true, 0, MeaningOptions.MOST_FIELDS, Duration.ofMinutes(1));

    final MemoryRun run = new MemoryRun(2, 3);
    final MemorySearch search = new MemorySearch(run);

    MeaningFixture() {
        IntStream.range(0, 40).forEach(i -> run.source(i % 2).index("d" + i, "{\"f\":1,\"t\":\"x\"}"));
        run.copy();
    }

    MeaningReport compare(MeaningOptions options) throws Exception {
        return new MeaningComparison(search.sides(), run, run.sleeper(), search).compare(options);
    }

    MeaningReport compare() throws Exception {
        return compare(OPTIONS);
    }
}
