package io.shardstream.control.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.Visible;
import io.shardstream.control.words.CountedNumbers;
import io.shardstream.control.words.MemoryRun;
import io.shardstream.control.words.Part;
import io.shardstream.control.words.SourceWords;
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

        Roaring64Bitmap sample = sample();

        assertThat(sample.getLongCardinality()).isEqualTo(1000);
        assertThat(sample.rankLong(DOCUMENTS / 4)).isBetween(150L, 350L);
        assertThat(sample.rankLong(DOCUMENTS - 1L)).isGreaterThan(990);
    }

    @Test
    void fewerAreDrawnWhereDocumentsAreLarge() {
        assertThat(SampledNumbers.wanted(0)).isEqualTo(1000);
        assertThat(SampledNumbers.wanted(1000)).isEqualTo(1000);
        assertThat(SampledNumbers.wanted(400_000)).isEqualTo(41);
        assertThat(SampledNumbers.wanted(90_000_000)).isEqualTo(20);
    }

    private Roaring64Bitmap sample() throws Exception {
        Visible visible = asking.seen(run.source(0), (_, shown) -> shown);
        SourceWords words = new SourceWords(
                0, 1, new Part(0, -1, Part.OPEN), visible.checkpoint(), new CountedNumbers(), DOCUMENTS + 1, visible);
        return new SampledNumbers(run.compared(), asking, new Random(1)).of(words);
    }
}
