package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.ReplaceIndex;
import io.shardstream.common.record.Request;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A cut-over of a run whose target has rejected documents: the comparison does not count them as a difference, and
/// only the source holds them.
class RejectedDocumentsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

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
        reject(run);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        String copy = run.cluster.copiesOf(SOURCE).iterator().next();
        assertThat(run.cluster.names(TARGET)).contains(SOURCE, "Shardstream-x-Live");
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains("Keep '" + copy + "' and the run's topics: the target rejected 1 document");

        Request release = run.ask(Request.Kind.RELEASE, Map.of("accept-rejects", "1"));
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .contains("Keep index '" + copy + "' and the run's topics: the target rejected 1 document")
                .doesNotContain("can be deleted");
    }

    /// A source that stays is deleted because of what a release says, too.
    @Test
    void aReleaseDoesNotCallTheSourceDeletableThatHoldsThem() throws Exception {
        CutoverFixture run = new CutoverFixture();
        reject(run);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);

        Request release = run.ask(Request.Kind.RELEASE, Map.of("accept-rejects", "1"));
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .contains("Keep index 'cities' and the run's topics: the target rejected 1 document")
                .doesNotContain("can be deleted");
    }

    @Test
    void theWayBackToThemIsNotGivenUpWithoutTheirNumber() throws Exception {
        CutoverFixture run = new CutoverFixture();
        reject(run);
        run.run.reject("refused-too", null, run.run.word(0, 501));
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("accept-rejects", "1"))) {
            Request release = run.ask(Request.Kind.RELEASE, options);
            run.control();
            assertThat(run.answer(release).outcome()).as("%s", options).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(release).sentence())
                    .startsWith("Not released: the target rejected 2 documents and does not hold them")
                    .contains("--accept-rejects 2");
            assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
        }

        Request release = run.ask(Request.Kind.RELEASE, Map.of("accept-rejects", "2"));
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x-Live");
    }

    private static void reject(CutoverFixture run) {
        run.run.reject("refused", null, run.run.word(0, 500));
    }
}
