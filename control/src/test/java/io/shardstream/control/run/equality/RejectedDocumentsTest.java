package io.shardstream.control.run.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

/// A cut-over of a run whose target has rejected documents: the comparison does not count them as a
/// difference, and only the source holds them.
class RejectedDocumentsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String WHAT = "the target rejected 2 documents, and lacks them or has them in an older state";

    @Test
    void theOnlyIndexThatHoldsThemIsNotDeleted() throws Exception {
        for (Map<String, String> options :
                List.of(Map.<String, String>of(), Map.of("force", "yes"), Map.of("dry-run", "yes"))) {
            CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
            reject(run);
            Request request = run.ask(Request.Kind.CUTOVER, options);
            run.control();

            assertThat(run.answer(request).outcome()).as("%s", options).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(request).sentence())
                    .startsWith("Not cut over: the target rejected 1 document, and cutover.replace-index:"
                            + " without-way-back deletes the index that holds them")
                    .contains("'rejects replay'", "set cutover.replace-index to true");
            assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
            assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        }
    }

    @Test
    void neitherIfTheyAreRejectedUnderTheBlock() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        run.once("before block", () -> reject(run));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("the target rejected 1 document");
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void theCopyThatHoldsThemIsToBeKeptAndSomebodyIsToLook() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        Request request = cutOverWithTwo(run);

        String copy = run.cluster.copiesOf(SOURCE).iterator().next();
        assertThat(run.cluster.names(TARGET)).contains(SOURCE, "Shardstream-x-Live");
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("Keep '" + copy + "' and the run's topics: " + WHAT);

        Request release = release(run);
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .contains("Keep index '" + copy + "' and the run's topics: " + WHAT)
                .doesNotContain("can be deleted");
    }

    /// A source that stays is deleted because of what a release says, too.
    @Test
    void aReleaseDoesNotCallTheSourceDeletableThatHoldsThem() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = cutOverWithTwo(run);
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);

        Request release = release(run);
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .contains("Keep index 'cities' and the run's topics: " + WHAT
                        + ". 'rejects list' says why, and 'rejects show --body' prints one.")
                .doesNotContain("can be deleted");
    }

    @Test
    void theWayBackToThemIsNotGivenUpWithoutTheirNumber() throws Exception {
        CutoverFixture run = new CutoverFixture();
        cutOverWithTwo(run);

        for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("accept-rejects", "1"))) {
            Request release = run.ask(Request.Kind.RELEASE, options);
            run.control();
            assertThat(run.answer(release).outcome()).as("%s", options).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(release).sentence())
                    .startsWith("Not released: " + WHAT)
                    .contains("'rejects list'", "--accept-rejects 2");
            assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
        }

        Request release = release(run);
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x-Live");
    }

    /// C-12.
    @Test
    void nobodyIsToldToKeepOrReadWhatKafkaHasLost() throws Exception {
        CutoverFixture run = new CutoverFixture();
        cutOverWithTwo(run);
        run.run.loseRejects();

        Request refused = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(refused).sentence()).contains("'rollback' leads").doesNotContain("'rejects");

        assertThat(run.answer(release(run)).sentence())
                .contains("Keep index 'cities': " + WHAT + ". Kafka does not have")
                .doesNotContain("topics", "'rejects", "--repair");
    }

    @Test
    void aRunWhoseTopicsAreGoneIsReleasedAllTheSame() throws Exception {
        CutoverFixture run = new CutoverFixture();
        cutOverWithTwo(run);
        for (KafkaException away : List.of(new UnknownTopicOrPartitionException("gone"), new TimeoutException("5 s"))) {
            run.run.whileAskingForState(() -> {
                throw away;
            });
            Request refused = run.ask(Request.Kind.RELEASE, Map.of());
            run.control();
            assertThat(run.answer(refused).sentence()).startsWith("Not released: " + WHAT);
        }
        assertThat(run.answer(release(run)).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    /// One of them is not in the target, and one in an older state.
    private static Request cutOverWithTwo(CutoverFixture run) throws Exception {
        run.refuse(0, "new");
        run.refuse(0, "d6");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("accept-rejects", "2"));
        run.control();
        return request;
    }

    private static Request release(CutoverFixture run) throws Exception {
        Request release = run.ask(Request.Kind.RELEASE, Map.of("accept-rejects", "2"));
        run.control();
        return release;
    }

    private static void reject(CutoverFixture run) {
        run.run.reject("refused", null, run.run.word(0, 500));
    }
}
