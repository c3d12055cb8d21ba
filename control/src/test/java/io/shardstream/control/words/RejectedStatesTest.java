package io.shardstream.control.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.count.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectedStatesTest {
    private final MemoryRun run = new MemoryRun(1, 1);

    @Test
    void wordsAreLookedForUntilThereAreTooMany() {
        for (int i = 0; i < 10; i++) {
            run.reject("d" + i, null, run.word(0, i));
        }
        RejectedStates rejects = RejectedStates.of(run, List.of(0L));

        assertThat(rejects.wordsIn(words(0, 10), 3)).hasSize(4);
        assertThat(rejects.wordsIn(words(0, 10), 10)).hasSize(10);
        assertThat(rejects.wordsIn(words(8, 10), 3)).containsExactly(run.word(0, 8), run.word(0, 9));
    }

    private List<Span> words(long from, long to) {
        return List.of(new Span(run.word(0, from), run.word(0, to)));
    }
}
