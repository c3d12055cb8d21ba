package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.meaning.MeaningDifference;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.meaning.UnfinishedComparisonException;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.equality.Searches;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A cut-over of a run whose documents are equal, but by which searches find others.
class MeaningConditionTest {
    private static final MeaningDifference DATES =
            new MeaningDifference(MeaningDifference.Kind.FOUND, "when", 80, 60, List.of());

    private static MeaningReport differing() {
        return new MeaningReport(4, 4, 10, 0, List.of(DATES), List.of(), Map.of());
    }

    private static CutoverFixture with(MeaningReport report) {
        return searching((_, _) -> report);
    }

    private static Answer asked(CutoverFixture run, Map<String, String> options) throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, options);
        run.control();
        return run.answer(request);
    }

    @Test
    void productionIsNotTouchedWhileSearchesFindOthers() throws Exception {
        for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("dry-run", "yes"))) {
            Answer answer = asked(with(differing()), options);

            assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(answer.sentence())
                    .contains(
                            "Not cut over: searches find other documents or values in the target: field 'when' is found"
                                    + " in 80 documents of the source and in 60 of the target. ")
                    .endsWith("accept each by name: --accept-difference 'when'; --force goes on with all of it.");
        }
    }

    @Test
    void itCanBeForcedAndIsNamedInTheEnd() throws Exception {
        Answer answer = asked(with(differing()), Map.of("force", "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("Production is on 'cities-v2'", "By --force: searches find other documents", "field 'when'");
    }

    /// Whoever forces one condition has not looked at what searches find.
    @Test
    void searchesAreComparedWhereAnotherConditionIsForced() throws Exception {
        CutoverFixture run = with(differing());
        run.cluster.health = "yellow";
        assertThat(asked(run, Map.of("dry-run", "yes")).sentence())
                .contains("Documents and searches were not compared. --force goes on with it.");

        Answer forecast = asked(run, Map.of("dry-run", "yes", "force", "yes"));
        assertThat(forecast.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(forecast.sentence())
                .contains(
                        "By --force it would pass: target index 'cities-v2' is yellow",
                        "; searches find other documents");

        Answer answer = asked(run, Map.of("force", "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("By --force: target index 'cities-v2' is yellow", "; searches find other documents");
    }

    @Test
    void whatCouldNotBeComparedIsToldInTheDryRun() throws Exception {
        Answer answer = asked(
                with(new MeaningReport(4, 4, 10, 0, List.of(), List.of(), Map.of("off", "not indexed"))),
                Map.of("dry-run", "yes"));

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence())
                .contains(
                        "4 fields and 10 documents compared by what searches find, no difference, 1 not compared, which"
                                + " 'verify --meaning' names. ");
    }

    @Test
    void fieldsThatAreAcceptedAreNoCondition() {
        assertThat(new MeaningCondition(differing(), Set.of("when"), Optional.empty()).problems())
                .isEmpty();
        assertThat(new MeaningCondition(differing(), Set.of("other"), Optional.empty()).problems())
                .hasSize(1);
    }

    /// Who accepts what a canary finds has not looked at the field.
    @Test
    void aFieldThatHasTheNameOfSomethingElseIsAcceptedByAnotherName() throws Exception {
        MeaningDifference canary = new MeaningDifference(MeaningDifference.Kind.FOUND, "canary-1", 80, 60, List.of());
        MeaningReport report = new MeaningReport(4, 4, 10, 0, List.of(canary), List.of(), Map.of());

        Answer refused = asked(with(report), Map.of("accept-difference", "canary-1"));
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains("field 'canary-1' is found in 80", "--accept-difference 'field:canary-1'");
        assertThat(asked(with(report), Map.of("accept-difference", "field:canary-1"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aNameThatFitsNothingIsToldInTheDryRun() throws Exception {
        Answer answer = asked(with(differing()), Map.of("dry-run", "yes", "accept-difference", "when\nwehn"));

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence()).contains("Nothing differs by the name 'wehn', which --accept-difference has. ");
    }

    @Test
    void whatWasNotComparedIsAcceptedByName() throws Exception {
        for (Searches unanswered : List.<Searches>of(
                (_, _) -> {
                    new Reply("n", Call.get("/_search"), 403, Bytes.utf8("{\"error\":{\"type\":\"no\"}}")).orThrow();
                    return differing();
                },
                (_, sleeper) -> {
                    Pause pause = sleeper::sleep;
                    while (true) {
                        pause.of(Duration.ofMinutes(1));
                    }
                })) {
            Answer refused = asked(searching(unanswered), Map.of());
            assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(refused.sentence())
                    .contains("Not cut over: what searches find could not be compared: ")
                    .endsWith("--accept-difference 'searches-not-compared'");

            assertThat(asked(searching(unanswered), Map.of("accept-difference", "searches-not-compared"))
                            .outcome())
                    .isEqualTo(Answer.Outcome.DONE);
        }
    }

    /// Each try asks production's index hundreds of times, and none gets another hour.
    @Test
    void aComparisonThatEndsWithoutAUsableAnswerIsNotBegunAgainForEver() throws Exception {
        for (Exception useless : List.of(
                new ElasticException.Malformed("source says nothing"),
                new ElasticException.TooLarge("source says too much"),
                new NotPrimaryException("cities[0] has none"))) {
            AtomicInteger tries = new AtomicInteger();
            Answer refused = asked(
                    searching((_, _) -> {
                        assertThat(tries.incrementAndGet()).isLessThanOrEqualTo(3);
                        throw useless;
                    }),
                    Map.of());
            assertThat(tries).hasValue(3);
            assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(refused.sentence())
                    .contains("what searches find could not be compared: ")
                    .endsWith("--accept-difference 'searches-not-compared'");
        }
    }

    /// Found by the first try, which ends before its end, as the second does before it finds anything.
    @Test
    void whatWasFoundBeforeAFailureIsNotTakenForNothing() throws Exception {
        ElasticException busy = new ElasticException.Unreachable("target", new IOException("gone"));
        AtomicInteger tries = new AtomicInteger();
        Searches found = (_, _) -> {
            throw tries.getAndIncrement() % 3 == 0 ? new UnfinishedComparisonException(List.of(DATES), busy) : busy;
        };

        Answer refused = asked(searching(found), Map.of("accept-difference", "searches-not-compared"));
        assertThat(tries).hasValue(3);
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains("searches find other documents or values in the target: field 'when' is found in 80")
                .endsWith("accept each by name: --accept-difference 'when'; --force goes on with all of it.");

        Answer untold = asked(searching(found), Map.of("accept-difference", "when"));
        assertThat(untold.sentence())
                .contains("what searches find could not be compared to the end: ")
                .doesNotContain("Nothing is known to differ")
                .endsWith("--accept-difference 'searches-not-compared'");

        Answer both = asked(searching(found), Map.of("accept-difference", "when\nsearches-not-compared"));
        assertThat(both.outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    private static CutoverFixture searching(Searches searches) {
        CutoverFixture run = new CutoverFixture(true);
        run.searching(searches);
        return run;
    }

    /// The clock of these tests goes on by it.
    private interface Pause {
        void of(Duration time) throws InterruptedException;
    }
}
