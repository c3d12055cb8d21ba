package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.preflight.server.ShardFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowsTest {
    /// 2 MiB of documents of 1 KiB have 2,048 of them, of which 2,000 are taken; every second number has none.
    private static final ShardFacts LARGE = new ShardFacts(0, 100_000, 0, 100_000 << 10, 199_999);

    @Test
    void everyNumberIsInOneWindow() {
        BitSet seen = new BitSet();
        for (SampleWindow window : all(new Windows(List.of(LARGE)))) {
            assertThat(seen.get((int) window.from(), (int) window.to()).isEmpty())
                    .as("%s", window)
                    .isTrue();
            seen.set((int) window.from(), (int) window.to());
        }
        assertThat(seen.cardinality()).isEqualTo(200_000);
        assertThat(seen.length()).isEqualTo(200_000);
    }

    @Test
    void aWindowHasAsManyNumbersAsHoldTheDocumentsOfOneResponse() {
        assertThat(all(new Windows(List.of(LARGE))).getFirst()).isEqualTo(new SampleWindow(0, 0, 4000, 2000));
    }

    /// Where most numbers have no document, some window holds far more documents than a response should.
    @Test
    void aWindowOfLargeDocumentsWantsFewOfThemHoweverManyNumbersItHas() {
        SampleWindow window = all(new Windows(List.of(new ShardFacts(0, 2_001, 0, 800_000_000, 21_999))))
                .getFirst();
        assertThat(window.documents()).isEqualTo(5);
    }

    @Test
    void theFirstWindowsComeFromAllOverTheShard() {
        List<SampleWindow> first = all(new Windows(List.of(LARGE))).subList(0, 4);
        assertThat(first).anyMatch(window -> window.from() < 50_000);
        assertThat(first).anyMatch(window -> window.from() >= 50_000 && window.from() < 140_000);
        assertThat(first).anyMatch(window -> window.from() >= 140_000);
    }

    @Test
    void shardsTakeTurnsAndEmptyOnesHaveNone() {
        ShardFacts small = new ShardFacts(1, 1, 0, 100, 0);
        ShardFacts empty = new ShardFacts(2, 0, 0, 100, -1);
        assertThat(all(new Windows(List.of(LARGE, small, empty))).subList(0, 4))
                .extracting(SampleWindow::shard)
                .containsExactly(0, 1, 0, 0);
    }

    private static List<SampleWindow> all(Windows windows) {
        List<SampleWindow> all = new ArrayList<>();
        for (Optional<SampleWindow> next = windows.next(); next.isPresent(); next = windows.next()) {
            all.add(next.get());
        }
        return all;
    }
}
