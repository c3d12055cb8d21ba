package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private final MemoryRun run = new MemoryRun(1, 2);
    private boolean isAllowed = true;

    @Test
    void statesAreRepublishedAsTheyWere() {
        reject("a", null, 7, "{\"n\":1}", "mapper", 0);
        reject("b", "r", 8, "{\"n\":2}", "strict", 1);
        Replay replay = replayed(Choice.ALL);
        assertThat(run.published(0))
                .extracting(DocRecord::id, DocRecord::routing, DocRecord::version, DocRecord::source)
                .containsExactly(
                        tuple(Bytes.utf8("a"), null, 7L, Bytes.utf8("{\"n\":1}")),
                        tuple(Bytes.utf8("b"), Bytes.utf8("r"), 8L, Bytes.utf8("{\"n\":2}")));
        assertThat(replay.published()).isEqualTo(2);
        assertThat(replay.bytes()).isEqualTo(1 + 7 + 1 + 1 + 7);
        assertThat(replay.withoutBody()).isZero();
    }

    @Test
    void aNewerStateInTheTargetStays() {
        run.targetOf("a").write("a", null, 9, "new");
        reject("a", null, 7, "old", "mapper", 0);
        replayed(Choice.ALL);
        assertThat(run.copied()).containsEntry("a", "new");
    }

    @Test
    void ofADocumentOnlyTheNewestRejectedStateIsPublishedOnce() {
        reject("a", null, 8, "new", "mapper", 1);
        reject("a", null, 7, "old", "mapper", 0);
        reject("a", null, 8, "new", "mapper", 2);
        replayed(Choice.ALL);
        assertThat(run.published(0)).extracting(DocRecord::version).containsExactly(8L);
    }

    @Test
    void oneIdUnderTwoRoutingsIsTwoDocuments() {
        reject("a", null, 8, "one", "mapper", 0);
        reject("a", "r", 7, "two", "mapper", 1);
        assertThat(replayed(new Choice(Choice.By.ID, Set.of("a"))).published()).isEqualTo(2);
    }

    @Test
    void onlyWhatIsChosenIsPublished() {
        reject("a", null, 1, "{}", "mapper", 0);
        reject("b", null, 1, "{}", "strict", 1);
        reject("c", null, 1, "{}", "strict", 2);
        replayed(new Choice(Choice.By.TYPE, Set.of("mapper")));
        replayed(new Choice(Choice.By.ID, Set.of("c")));
        assertThat(run.published(0)).extracting(one -> one.id().utf8()).containsExactly("a", "c");
    }

    @Test
    void anOlderStateIsNotPublishedBecauseOfItsType() {
        reject("a", null, 1, "old", "mapper", 0);
        reject("a", null, 2, "new", "strict", 1);
        assertThat(replayed(new Choice(Choice.By.TYPE, Set.of("mapper"))).published())
                .isZero();
    }

    @Test
    void whatLiesWithoutBytesIsCountedAndNotPublished() {
        reject("a", null, 1, "", Reject.TOO_LARGE, Reject.NOT_PUBLISHED);
        reject("b", null, 1, "old", "mapper", 0);
        reject("b", null, 2, "", Reject.TOO_LARGE, Reject.NOT_PUBLISHED);
        Replay replay = replayed(Choice.ALL);
        assertThat(replay.published()).isZero();
        assertThat(replay.withoutBody()).isEqualTo(2);
        assertThat(run.records()).isZero();
    }

    @Test
    void aRejectedDeleteIsPublishedAsADelete() {
        run.reject(new Reject(new DocRecord(Bytes.utf8("a"), null, 5, null), "strict", "r", 0));
        replayed(Choice.ALL);
        assertThat(run.published(0)).extracting(DocRecord::source).containsExactly((Bytes) null);
    }

    @Test
    void nothingIsPublishedIfSomethingNamedWasNotRejected() {
        reject("a", null, 1, "{}", "mapper", 0);
        assertThatThrownBy(() -> replayed(new Choice(Choice.By.ID, Set.of("a", "b", "c"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("No document with the id b, c was rejected");
        assertThatThrownBy(() -> replayed(new Choice(Choice.By.TYPE, Set.of("strict"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("No document was rejected with the type strict");
        assertThat(run.records()).isZero();
    }

    @Test
    void nothingIsPublishedOnceItMayNotBeAnyMore() {
        reject("a", null, 1, "{}", "mapper", 0);
        isAllowed = false;
        assertThatThrownBy(() -> replayed(Choice.ALL)).isInstanceOf(RunRefusedException.class);
        assertThat(run.records()).isZero();
    }

    @Test
    void permissionIsAskedBeforeEachBatch() {
        String large = "x".repeat(3 << 20);
        reject("a", null, 1, large, "mapper", 0);
        reject("b", null, 1, large, "mapper", 1);
        reject("c", null, 1, large, "mapper", 2);
        int[] asked = {0};
        Replay replay = new Replay(run, Choice.ALL, living(), () -> {
            if (++asked[0] > 1) {
                throw new RunRefusedException("not any more");
            }
        });
        assertThatThrownBy(replay::publish).hasMessage("not any more");
        assertThat(replay.published()).isEqualTo(2);
        assertThat(run.records()).isEqualTo(2);
    }

    @Test
    void whatIsRejectedOnceMoreIsFound() {
        reject("a", null, 1, "{}", "mapper", 3);
        reject("b", null, 1, "{}", "mapper", 4);
        reject("c", null, 1, "{}", "strict", 5);
        Replay replay = replayed(new Choice(Choice.By.TYPE, Set.of("mapper")));
        assertThat(replay.rejectedAgain()).isZero();
        reject("a", null, 1, "{}", "mapper", 6);
        reject("a", null, 1, "{}", "mapper", 6);
        reject("b", null, 2, "{}", "mapper", 7);
        reject("c", null, 1, "{}", "strict", 8);
        assertThat(replay.rejectedAgain()).isEqualTo(1);
    }

    @Test
    void whatWasTakenIsNotPublishedAgainUnlessItIsNamed() {
        reject("a", null, 6, "{}", "mapper", -1);
        reject("a", null, 7, "{\"n\":1}", "mapper", -1);
        assertThat(replayed(Choice.ALL).published()).isEqualTo(1);
        assertThat(run.noted()).filteredOn(Replayed.class::isInstance).hasSize(2);
        assertThat(replayed(Choice.ALL).published()).isZero();
        assertThat(replayed(new Choice(Choice.By.TYPE, Set.of("mapper"))).published())
                .isZero();
        assertThat(replayed(new Choice(Choice.By.ID, Set.of("a"))).published()).isEqualTo(1);
    }

    @Test
    void whatATreatmentMakesOfThemIsPublishedAndWhatItRefusesIsNot() {
        reject("a", null, 1, "{\"n\":1}", "mapper", 0);
        reject("b", null, 2, "{\"n\":2}", "mapper", 1);
        run.reject(new Reject(new DocRecord(Bytes.utf8("c"), null, 3, null), "mapper", "r", 2));
        Treatment treatment = treatment(document -> document.id().utf8().equals("b")
                ? new Treatment.Treated.Untreated("it is b")
                : new Treatment.Treated.Changed(Bytes.utf8("{\"mended\":true}")));
        Replay replay = new Replay(run, Choice.ALL, living(), () -> {}, treatment);
        replay.publish();
        assertThat(run.published(0))
                .extracting(DocRecord::id, DocRecord::version, DocRecord::source)
                .containsExactlyInAnyOrder(
                        tuple(Bytes.utf8("a"), 1L, Bytes.utf8("{\"mended\":true}")), tuple(Bytes.utf8("c"), 3L, null));
        assertThat(replay.refusals()).containsExactly(Map.entry("it is b", 1L));
        assertThat(replay.withoutBody()).isZero();
        assertThat(run.noted())
                .filteredOn(Replacement.class::isInstance)
                .containsExactly(new Replacement(run.published(0).getLast(), "a test"));
    }

    /// Else a repair would bring the replacement back, and not what was published last.
    @Test
    void whatIsPublishedAsItWasRejectedTakesThePlaceOfWhatReplacedIt() {
        DocRecord document = new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("{\"n\":1}"));
        reject("a", null, 7, "{\"n\":1}", "mapper", -1);
        run.note(List.of(new Replacement(new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("{}")), "a file")));
        replayed(Choice.ALL);
        assertThat(run.noted()).contains(new Replacement(document, "nothing"));
    }

    /// Else a pipeline would be applied to what it has made, and no replay would bring the source's bytes back.
    @Test
    void whatAReplacementWasRefusedWithIsNotTheRejectedDocument() {
        reject("a", null, 7, "{\"n\":1}", "mapper", 0);
        run.note(List.of(new Replacement(new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("{\"n\":100}")), "x100")));
        reject("a", null, 7, "{\"n\":100}", "mapper", 5);
        replayed(Choice.ALL);
        assertThat(run.published(0)).extracting(DocRecord::source).containsExactly(Bytes.utf8("{\"n\":1}"));
    }

    private static Treatment treatment(Function<DocRecord, Treatment.Treated> each) {
        return new Treatment() {
            @Override
            public String name() {
                return "a test";
            }

            @Override
            public List<Treated> of(List<DocRecord> documents) {
                return documents.stream().map(each).toList();
            }
        };
    }

    private Replay replayed(Choice choice) {
        Replay replay = new Replay(run, choice, living(), () -> {
            if (!isAllowed) {
                throw new RunRefusedException("not now");
            }
        });
        replay.publish();
        return replay;
    }

    private LivingStates living() {
        return new LivingStates(run.compared(), run.sleeper());
    }

    private void reject(String id, @Nullable String routing, long version, String body, String type, long docsOffset) {
        DocRecord document =
                new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, Bytes.utf8(body));
        run.reject(new Reject(document, type, "reason", docsOffset));
    }
}
