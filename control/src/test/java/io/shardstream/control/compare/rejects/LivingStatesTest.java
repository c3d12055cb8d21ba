package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.finding.RunRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LivingStatesTest {
    /// One shard of the target takes from two of the source, of which the second has the higher words.
    @Nested
    class WhereAnIdMayGoFromShardToShard {
        private final MemoryRun run = new MemoryRun(2, 1);

        @Test
        void aStateThatIsGoneDoesNotTakeThePlaceOfTheSameIdUnderAnotherRouting() {
            reject(run, "1", "x", run.word(1, 5), "dead");
            run.source(0).index("1", "y", "alive");
            run.source(0).index("2", "alive");
            run.copy();
            Replay replay = replayed(run);
            assertThat(run.copied()).containsEntry("1/y", "alive").doesNotContainKey("1/x");
            assertThat(replay.published()).isZero();
            assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.GONE, 1L));
            assertThat(replayed(run).refusals()).as("it is settled").isEmpty();
        }

        @Test
        void whatLivesIsPublishedAlsoInAnotherState() {
            run.source(1).index("1", "x", "first");
            run.source(1).index("1", "x", "second");
            reject(run, "1", "x", run.word(1, 0), "first");
            run.source(1).index("2", "one");
            reject(run, "2", null, run.word(1, 2), "one");
            Replay replay = replayed(run);
            assertThat(replay.published()).isEqualTo(2);
            assertThat(replay.refusals()).isEmpty();
        }

        @Test
        void aDeleteIsNotPublishedWhereTheIdLivesUnderAnotherRouting() {
            run.reject(new Reject(
                    new DocRecord(Bytes.utf8("1"), Bytes.utf8("x"), run.word(1, 5), null), "strict", "r", 0));
            run.reject(new Reject(new DocRecord(Bytes.utf8("2"), null, run.word(1, 6), null), "strict", "r", 0));
            run.source(0).index("1", "y", "alive");
            run.copy();
            Replay replay = replayed(run);
            assertThat(run.copied()).containsEntry("1/y", "alive");
            assertThat(replay.published()).isEqualTo(1);
            assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.LIVES, 1L));
        }

        @Test
        void whatIsGoneIsNotReplacedEither(@TempDir Path folder) throws Exception {
            reject(run, "1", "x", run.word(1, 5), "dead");
            run.source(0).index("1", "y", "alive");
            run.copy();
            Path file = Files.writeString(
                    folder.resolve("edited.ndjson"),
                    "{\"_id\":\"1\",\"_routing\":\"x\",\"_version\":" + run.word(1, 5) + ",\"_source\":{}}");
            EditedReplay replay =
                    new EditedReplay(run, new EditedFile(file), 100, EditedReplayTest.OPEN, living(run), () -> {});
            replay.publish();
            assertThat(run.copied()).containsEntry("1/y", "alive");
            assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.GONE, 1L));
            assertThat(run.noted()).noneMatch(Replacement.class::isInstance);
        }

        /// It may have what its successor has deleted, and lack what came later.
        @Test
        void aPrimaryThatTheClusterHasLeftBehindSaysNothing() {
            run.source(1).index("1", "x", "{}");
            reject(run, "1", "x", run.word(1, 0), "{}");
            run.source(1).cutOff();
            assertThatThrownBy(() -> replayed(run))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageStartingWith("The source cannot be asked whether it still has what was rejected: ");
            assertThat(run.records()).isZero();
        }

        @Test
        void whatIsHiddenIsNotTakenForGone() {
            reject(run, "1", "x", run.word(1, 5), "hidden");
            run.sight(() -> {
                throw new BlockedException("something is hidden");
            });
            assertThatThrownBy(() -> replayed(run)).isInstanceOf(BlockedException.class);
        }
    }

    /// It may give one version twice, as when events are processed again with new code.
    @Nested
    class WhereAnApplicationGivesVersions {
        private final MemoryRun run = new MemoryRun(1, 1, VersionMode.SOURCE);

        @Test
        void anOlderStateDoesNotTakeThePlaceOfANewerOneWithTheSameVersion() {
            reject(run, "a", null, 7, "old");
            run.source(0).indexVersioned("a", 7, "new");
            run.source(0).indexVersioned("b", 1, "{}");
            run.copy();
            Replay replay = replayed(run);
            assertThat(run.copied()).containsEntry("a", "new");
            assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.OTHER, 1L));
            assertThat(replayed(run).refusals()).as("it is settled").isEmpty();
        }

        @Test
        void ofTwoRejectedStatesWithOneVersionTheOneIsPublishedThatTheSourceHas() {
            reject(run, "a", null, 7, "old");
            run.reject(new Reject(new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("new")), "strict", "r", 1));
            run.source(0).indexVersioned("a", 7, "new");
            replayed(run);
            assertThat(run.published(0)).extracting(DocRecord::source).containsExactly(Bytes.utf8("new"));
        }

        @Test
        void ofTwoRejectedStatesWithOneVersionTheLastIsGivenOutToBeEdited() {
            reject(run, "a", null, 7, "1");
            run.reject(new Reject(new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("2")), "strict", "r", 1));
            EditableRejects editable = new EditableRejects(
                    Choice.ALL, new RejectOrder(VersionMode.SEQNO), run.state().committed());
            run.noted().forEach(one -> editable.add(one, 0));
            editable.choose();
            assertThat(run.noted().stream().flatMap(one -> editable.line(one).stream()))
                    .extracting(Bytes::utf8)
                    .containsExactly("{\"_id\":\"a\",\"_version\":7,\"_source\":2}\n");
        }

        /// Its bytes may be those that were rejected.
        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void whatTheSourceHasAndCannotBeReadStaysOpen(boolean isTooLarge) {
            reject(run, "a", null, 7, "old");
            run.source(0).indexVersioned("a", 7, "old");
            if (isTooLarge) {
                run.source(0).readUpTo(2);
            } else {
                run.source(0).refuseToReturn("a");
            }
            for (int time = 0; time < 2; time++) {
                Replay replay = replayed(run);
                assertThat(replay.published()).isZero();
                assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.UNREAD, 1L));
            }
        }

        /// It has forgotten a delete.
        @Test
        void aHigherVersionIsNotPublishedWhereTheSourceCountsFrom1Again() {
            reject(run, "a", null, 5, "old");
            run.source(0).indexVersioned("a", 1, "new");
            run.copy();
            assertThat(replayed(run).refusals()).containsExactly(Map.entry(LivingStates.LOWER, 1L));
            assertThat(run.copied()).containsEntry("a", "new");
        }

        /// It has forgotten the delete, and the target has refused what it has created since.
        @Test
        void aLowerVersionThatWasRejectedLaterIsPublished() {
            run.source(0).indexVersioned("b", 1, "{}");
            run.source(0).indexVersioned("c", 1, "{}");
            run.copy();
            run.reject(new Reject(new DocRecord(Bytes.utf8("a"), null, 5, Bytes.utf8("old")), "strict", "r", 0));
            run.reject(new Reject(new DocRecord(Bytes.utf8("a"), null, 1, Bytes.utf8("new")), "strict", "r", 1));
            run.source(0).indexVersioned("a", 1, "new");
            Replay replay = replayed(run);
            assertThat(replay.refusals()).isEmpty();
            assertThat(run.published(2)).extracting(DocRecord::source).containsExactly(Bytes.utf8("new"));
            assertThat(replayed(run).published()).as("both are settled").isZero();
        }

        /// Else the sweep's delete, under that version, would keep away what is created with a lower one.
        @Test
        void whatIsGoneIsNotPublished() {
            reject(run, "a", null, 5, "old");
            assertThat(replayed(run).refusals()).containsExactly(Map.entry(LivingStates.GONE, 1L));
        }

        @Test
        void whatTheSourceHasOrHasInAHigherVersionIsPublished() {
            reject(run, "a", null, 5, "{}");
            reject(run, "b", null, 5, "{}");
            run.source(0).indexVersioned("a", 5, "{}");
            run.source(0).indexVersioned("b", 6, "new");
            assertThat(replayed(run).published()).isEqualTo(2);
        }

        @Test
        void whatWasEditedIsHeldAgainstTheBytesThatWereRejected(@TempDir Path folder) throws Exception {
            reject(run, "a", null, 7, "old");
            run.source(0).indexVersioned("a", 7, "new");
            run.copy();
            reject(run, "large", null, 7, "");
            run.source(0).indexVersioned("large", 7, "more than three");
            run.source(0).readUpTo(3);
            Path file = Files.writeString(
                    folder.resolve("edited.ndjson"),
                    "{\"_id\":\"a\",\"_version\":7,\"_source\":{}}\n{\"_id\":\"large\",\"_version\":7,\"_source\":{}}");
            EditedReplay replay =
                    new EditedReplay(run, new EditedFile(file), 100, EditedReplayTest.OPEN, living(run), () -> {});
            replay.publish();
            assertThat(run.copied()).containsEntry("a", "new").containsEntry("large", "{}");
            assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.OTHER, 1L));
        }
    }

    /// Several are read together, up to more bytes than each may have.
    @Test
    void whatWasTooLargeToBeCarriedIsHeldAgainstItsVersionOnly(@TempDir Path folder) throws Exception {
        MemoryRun run = new MemoryRun(1, 1, VersionMode.SOURCE);
        reject(run, "large", null, 7, "");
        run.source(0).indexVersioned("large", 7, "is read this time");
        Path file =
                Files.writeString(folder.resolve("edited.ndjson"), "{\"_id\":\"large\",\"_version\":7,\"_source\":{}}");
        EditedReplay replay =
                new EditedReplay(run, new EditedFile(file), 100, EditedReplayTest.OPEN, living(run), () -> {});
        replay.publish();
        assertThat(run.copied()).containsEntry("large", "{}");
        assertThat(replay.refusals()).isEmpty();
    }

    /// Whatever is there first stays.
    @Test
    void whereDocumentsAreOnlyCreatedOnlyTheBytesThatTheSourceHasArePublished() {
        MemoryRun run = new MemoryRun(1, 1, VersionMode.CREATE);
        run.source(0).index("a", "second");
        run.source(0).index("b", "{}");
        reject(run, "a", null, run.word(0, 0), "first");
        reject(run, "b", null, run.word(0, 1), "{}");
        Replay replay = replayed(run);
        assertThat(run.copied()).containsOnlyKeys("b");
        assertThat(replay.refusals()).containsExactly(Map.entry(LivingStates.OTHER, 1L));
    }

    private static Replay replayed(MemoryRun run) {
        Replay replay = new Replay(run, Choice.ALL, living(run), () -> {});
        replay.publish();
        return replay;
    }

    private static LivingStates living(MemoryRun run) {
        return new LivingStates(run.compared(), run.sleeper());
    }

    private static void reject(MemoryRun run, String id, @Nullable String routing, long version, String body) {
        DocRecord document =
                new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, Bytes.utf8(body));
        run.reject(new Reject(document, "strict", "reason", 0));
    }
}
