package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StretchesTest {
    private final MemoryShard shard = new MemoryShard();
    private final Asking asking = new Asking(_ -> {});

    @Test
    void everyNumberIsGivenOnceHoweverTheyLie() throws Exception {
        for (int i = 0; i < 40; i++) {
            shard.index("d" + i, "{}");
        }
        // The last stretch holds most.
        for (int i = 0; i < 30; i++) {
            shard.index("d" + i, "{}");
        }
        shard.indexAt(69, "twin", null, "{}");
        Visible shown = asking.revealed(shard, null, (_, visible) -> visible).value();
        List<Long> numbers = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        List<String> scans = new ArrayList<>();
        shard.before(call -> {
            if (call.equals("forEachLive")) {
                scans.add(call);
            }
        });

        new Stretches(asking, 10).forEachChunk(shard, shown, -1, 69, 40, 7, some -> {
            numbers.addAll(some);
            sizes.add(some.size());
        });

        assertThat(numbers)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(30, 69).boxed().toList());
        assertThat(sizes).allMatch(size -> size > 0 && size <= 7);
        assertThat(scans).hasSize(5);
    }
}
