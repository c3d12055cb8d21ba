package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.CountedNumbers;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.SequenceRange;
import io.shardstream.control.compare.version.SourceWords;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class SampledNumbersTest {
    private static final int DOCUMENTS = 2000;
    private final MemoryRun run = new MemoryRun(1, 1);
    private final Asking asking = new Asking(_ -> {});

    @Test
    void theSampleIsDrawnFromAllDocumentsHoweverManyNumbersHaveNone() throws Exception {
        for (int i = 0; i < DOCUMENTS; i++) {
            run.source(0).index("d" + i, "{}");
        }
        for (int i = 0; i < 20_000; i++) {
            run.source(0).index("counter", "{}");
        }

        Roaring64Bitmap sample = sample(run);

        assertThat(sample.getLongCardinality()).isEqualTo(1000);
        assertThat(sample.rankLong(DOCUMENTS / 4)).isBetween(150L, 350L);
        assertThat(sample.rankLong(DOCUMENTS - 1L)).isGreaterThan(990);
    }

    @Test
    void fewerAreDrawnOfEachShardWhereThereAreMany() throws Exception {
        MemoryRun many = new MemoryRun(1000, 1);
        for (int i = 0; i < DOCUMENTS; i++) {
            many.source(0).index("d" + i, "{}");
        }

        assertThat(sample(many).getLongCardinality()).isEqualTo(100);
    }

    @Test
    void fewerAreDrawnWhereDocumentsAreLarge() {
        assertThat(SampledNumbers.wanted(0, 1000)).isEqualTo(1000);
        assertThat(SampledNumbers.wanted(1000, 1000)).isEqualTo(1000);
        assertThat(SampledNumbers.wanted(400_000, 1000)).isEqualTo(41);
        assertThat(SampledNumbers.wanted(90_000_000, 1000)).isEqualTo(20);
    }

    private Roaring64Bitmap sample(MemoryRun of) throws Exception {
        Visible visible = asking.seen(of.source(0), (_, shown) -> shown);
        SourceWords words = new SourceWords(
                0,
                1,
                new SequenceRange(0, -1, SequenceRange.OPEN),
                visible.checkpoint(),
                new CountedNumbers(),
                DOCUMENTS + 1,
                visible);
        return new SampledNumbers(of.compared(), asking, new Random(1), 1000)
                .of(List.of(words))
                .getOrDefault(0, new Roaring64Bitmap());
    }
}
