package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NewHistoryTest {
    private final MemoryRun run = new MemoryRun(2, 3);
    private final Map<Integer, AcceptedHistory> written = new HashMap<>();
    private final NewHistory history = new NewHistory(
            run.compared(),
            new HistoryRecords() {
                @Override
                public Optional<AcceptedHistory> of(int sourceShard) {
                    return Optional.ofNullable(written.get(sourceShard));
                }

                @Override
                public void write(List<AcceptedHistory> accepted) {
                    accepted.forEach(one -> written.put(one.sourceShard(), one));
                }
            },
            _ -> {});

    @Test
    void aRunWhoseHistoriesAreTheCopiedOnesHasNothingToAccept() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).failOver("h");

        assertThat(history.changed()).isEmpty();
    }

    @Test
    void theShardWhoseHistoryChangedIsFoundWithItsNextLineage() throws Exception {
        run.source(0).index("a", "{}");
        run.source(1).index("b", "{}");
        run.copy();
        run.source(1).failOver("other");

        assertThat(history.changed()).containsExactly(new ChangedHistory(1, "h", "other", 2, 0));
    }

    @Test
    void aShardWithFewerNumbersThanWereReadHasAnotherHistoryUnderTheSameUuid() throws Exception {
        run.source(1).index("b", "{}");
        run.source(1).index("c", "{}");
        run.copy();
        run.source(1).empty();
        run.source(1).index("b", "{}");

        assertThat(history.changed()).containsExactly(new ChangedHistory(1, "h", "h", 2, 0));
        run.source(1).cutOff();
        assertThatThrownBy(history::changed).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void aShardWithOtherDocumentsUnderTheNumbersThatWereReadHasAnotherHistoryToo() throws Exception {
        run.source(1).index("b", "{}");
        run.source(1).index("c", "{}");
        run.copy();
        run.source(1).putBack(0);
        run.source(1).index("x", "{}");
        run.source(1).index("y", "{}");

        assertThat(history.changed())
                .containsExactly(new ChangedHistory(1, "h", "h", 2, 2))
                .allMatch(ChangedHistory::isPutBack);
        run.source(1).cutOff();
        assertThatThrownBy(history::changed).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void whatTheShardHasNotRefreshedSinceTellsToo() throws Exception {
        run.source(1).index("b", "{}");
        run.source(1).index("c", "{}");
        run.copy();
        run.source(1).putBack(0);
        run.source(1).showOnlyRefreshed();
        run.source(1).index("x", "{}");
        run.source(1).index("y", "{}");

        assertThat(history.changed()).containsExactly(new ChangedHistory(1, "h", "h", 2, 2));
    }

    @Test
    void aShardThatWasReadFurtherIntoAnotherDocsTopicHasAnotherHistoryToo() throws Exception {
        run.source(1).index("b", "{}");
        run.source(1).index("c", "{}");
        run.copy();
        run.readAgain();
        assertThat(history.changed()).isEmpty();
        run.source(1).empty();
        run.source(1).index("b", "{}");

        assertThat(history.changed())
                .containsExactly(new ChangedHistory(1, "h", "h", 2, 0))
                .allMatch(ChangedHistory::isPutBack);
    }

    @Test
    void aHistoryWithAnotherUuidWasNotPutBack() {
        assertThat(new ChangedHistory(1, "h", "other", 2, 0).isPutBack()).isFalse();
        assertThat(new ChangedHistory(1, "h up to 7", "other", 2, 0).isPutBack())
                .isFalse();
        assertThat(new ChangedHistory(1, "h up to 7", "h", 2, 0).isPutBack()).isTrue();
    }

    @Test
    void whatTheShardDoesNotHoldAnyMoreIsCounted() throws Exception {
        IntStream.range(0, 1200).forEach(i -> run.source(1).index("b" + i, "{}"));
        run.source(0).index("a", "{}");
        run.copy();
        run.source(1).delete("b7");
        run.source(1).delete("b1100");
        run.source(0).delete("a");
        run.source(1).failOver("other");

        List<Bytes> lost = new ArrayList<>();
        Map<Integer, Long> copied = history.compare(history.changed(), (_, name) -> lost.add(name.id()), _ -> {});

        assertThat(copied).isEqualTo(Map.of(1, 1200L));
        assertThat(lost).containsExactlyInAnyOrder(Bytes.utf8("b7"), Bytes.utf8("b1100"));
        assertThat(written).isEmpty();
    }

    @Test
    void theTargetIsReadOnceForAllChangedShards() throws Exception {
        IntStream.range(0, 20).forEach(i -> run.source(0).index("a" + i, "{}"));
        IntStream.range(0, 30).forEach(i -> run.source(1).index("b" + i, "{}"));
        run.copy();
        run.source(0).delete("a7");
        run.source(1).delete("b9");
        run.source(0).failOver("other");
        run.source(1).failOver("other");

        Map<Integer, List<Bytes>> lost = new HashMap<>();
        List<Integer> done = new ArrayList<>();
        Map<Integer, Long> copied = history.compare(
                history.changed(),
                (shard, name) ->
                        lost.computeIfAbsent(shard, _ -> new ArrayList<>()).add(name.id()),
                done::add);

        assertThat(copied).isEqualTo(Map.of(0, 20L, 1, 30L));
        assertThat(lost).isEqualTo(Map.of(0, List.of(Bytes.utf8("a7")), 1, List.of(Bytes.utf8("b9"))));
        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void whatIsAcceptedIsNoChangeAnyMore() throws Exception {
        run.source(1).index("b", "{}");
        run.copy();
        run.source(1).failOver("other");

        history.accept(history.changed());

        assertThat(written.values()).containsExactly(new AcceptedHistory(1, "other", 2, 0));
        assertThat(history.changed()).isEmpty();
    }

    @Test
    void theNextChangeHasTheNextLineage() throws Exception {
        run.source(1).index("b", "{}");
        run.copy();
        run.source(1).failOver("other");
        history.accept(history.changed());
        run.source(1).failOver("third");

        assertThat(history.changed()).containsExactly(new ChangedHistory(1, "h", "third", 3, 0));
    }

    @Test
    void aShardWhoseCheckpointIsLostIsComparedWithTheHistoryThatWasAcceptedLast() throws Exception {
        run.source(1).index("b", "{}");
        run.copy();
        run.source(1).failOver("other");
        history.accept(history.changed());
        run.loseCheckpoints();
        assertThat(history.changed()).isEmpty();
        run.source(1).failOver("third");

        assertThat(history.changed()).containsExactly(new ChangedHistory(1, "other", "third", 3, 0));
    }

    @Test
    void aShardOfWhichNeitherACheckpointNorAnAcceptedHistoryIsThereIsNotCompared() throws Exception {
        run.source(1).index("b", "{}");
        run.copy();
        run.loseCheckpoints();
        run.source(1).failOver("other");

        assertThat(history.changed()).isEmpty();
    }

    @Test
    void aHistoryThatChangedOnceMoreIsNotAcceptedUnseen() throws Exception {
        run.source(1).index("b", "{}");
        run.copy();
        run.source(1).failOver("other");
        List<ChangedHistory> seen = history.changed();
        run.source(1).failOver("third");

        assertThatThrownBy(() -> history.accept(seen))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("changed again");
        assertThat(written).isEmpty();
    }

    @Test
    void versionsWithoutALineageAreRefused() {
        for (VersionMode versions : List.of(VersionMode.SOURCE, VersionMode.CREATE)) {
            NewHistory unable = new NewHistory(
                    new MemoryRun(2, 3, versions).compared(),
                    new HistoryRecords() {
                        @Override
                        public Optional<AcceptedHistory> of(int sourceShard) {
                            return Optional.empty();
                        }

                        @Override
                        public void write(List<AcceptedHistory> accepted) {}
                    },
                    _ -> {});

            assertThatThrownBy(unable::changed)
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("version.mode is " + versions.text());
        }
    }

    @Test
    void moreThanSevenHistoriesAreRefused() throws Exception {
        run.source(1).index("b", "{}");
        run.copy();
        written.put(1, new AcceptedHistory(1, "seventh", 7, 0));
        run.source(1).failOver("eighth");

        assertThatThrownBy(history::changed)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("has had 7 histories");
    }
}
