package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.control.compare.scan.NumberSpan;
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

    /// Each of them has a newer one, which is the only one that the source can still have.
    @Test
    void ofManyStatesOfOneDocumentTheNewestCounts() {
        for (int i = 0; i < 10; i++) {
            run.reject("d", null, run.word(0, i));
        }

        assertThat(RejectedStates.of(run, List.of(0L)).wordsIn(words(0, 10), 3)).containsExactly(run.word(0, 9));
    }

    @Test
    void ofManyThatWereTakenSinceNoneCounts() {
        for (int i = 0; i < 10; i++) {
            run.reject("d" + i, null, run.word(0, i));
            run.note(List.of(new Replayed(document("d" + i, run.word(0, i)), i + 1)));
        }

        assertThat(RejectedStates.of(run, List.of(9L)).wordsIn(words(0, 10), 3))
                .as("those that are still under way")
                .containsExactly(run.word(0, 8), run.word(0, 9));
        assertThat(RejectedStates.of(run, List.of(11L)).wordsIn(words(0, 10), 3))
                .isEmpty();
    }

    private static DocRecord document(String id, long version) {
        return new DocRecord(Bytes.utf8(id), null, version, Bytes.utf8("{}"));
    }

    private List<NumberSpan> words(long from, long to) {
        return List.of(new NumberSpan(run.word(0, from), run.word(0, to)));
    }
}
