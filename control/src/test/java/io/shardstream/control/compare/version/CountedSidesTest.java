package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.NumberSpan;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedSidesTest {
    private static final int SHARDS = 12;

    private final MemoryRun run = new MemoryRun(1, SHARDS);
    private final List<WeakReference<Counted>> answers = new ArrayList<>();

    @Test
    void theCountsOfAShardAreNotKeptUntilTheLastShardIsCounted() throws Exception {
        List<Long> held = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            run.target(shard).counting((_, counted) -> {
                answers.add(new WeakReference<>(counted));
                System.gc();
                held.add(answers.stream().filter(answer -> answer.get() != null).count());
                return counted;
            });
        }

        Counted sum = new CountedSides(run.compared(), new Asking(run.sleeper()), List.of())
                .target(List.of(new NumberSpan(0, 1024)), List.of(), 16);

        assertThat(sum).isInstanceOf(Counted.Counts.class);
        assertThat(held).hasSize(SHARDS);
        assertThat(held.getLast()).as("counts of shards at the same time").isLessThan(4);
    }
}
