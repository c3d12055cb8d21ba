package io.shardstream.control.run.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.run.cutover.Cutover;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A cut-over of a run whose target has refused documents that production would miss, or serve in an older
/// state.
class RejectConsentTest {
    private static final String ASKED = "the target has refused 2 documents: 1 is missing in it ('new'), and of 1 it"
            + " has an older state ('d6')";

    @Test
    void productionIsNotTouchedUntilTheirNumberIsAccepted() throws Exception {
        for (Map<String, String> options :
                List.of(Map.<String, String>of(), Map.of("force", "yes"), Map.of("dry-run", "yes"))) {
            CutoverFixture run = withTwoRejects();
            Request request = run.ask(Request.Kind.CUTOVER, options);
            run.control();

            assertRefused(run, request, ASKED + ". ");
            assertThat(run.answer(request).sentence()).contains("--accept-rejects 2");
        }
    }

    /// Also where the rejects topic tells of fewer than the comparison has found.
    @Test
    void noneIsAcceptedWhereTheIndexThatHoldsThemIsDeleted() {
        Request request = new Request("1", Request.Kind.CUTOVER, accepting(5), Instant.EPOCH);
        VerificationReport report = new VerificationReport(
                Instant.EPOCH, Instant.EPOCH, false, Map.of(), 1, 1, 1, 0, 0, Map.of(Kind.REJECTED, 1L), 0, List.of());
        RejectConsent consent = RejectConsent.of(request, ReplaceIndex.WITHOUT_WAY_BACK);
        assertThat(consent.refusal(report))
                .contains("the target has refused 1 document: 1 is missing in it, and of 0" + " it has an older state");
        assertThat(consent.remedy(report))
                .contains("without-way-back deletes the index")
                .doesNotContain("--accept");
        for (ReplaceIndex other : List.of(ReplaceIndex.NO, ReplaceIndex.WITH_COPY)) {
            assertThat(RejectConsent.of(request, other).refusal(report)).isEmpty();
        }
    }

    @Test
    void fewerThanThereAreDoNotCoverThem() throws Exception {
        CutoverFixture run = withTwoRejects();
        Request request = run.ask(Request.Kind.CUTOVER, accepting(1));
        run.control();

        assertRefused(run, request, ASKED + ", and 1 was accepted. ");
    }

    /// A condition that does not hold keeps both sides from being compared, unless it is forced.
    @Test
    void theyAreAskedForBeforeTheBlockAlsoIfAConditionIsForced() throws Exception {
        CutoverFixture run = withTwoRejects();
        run.cluster.health = "yellow";
        Map<String, String> options = new HashMap<>(accepting(1));
        options.put("force", "yes");
        Request request = run.ask(Request.Kind.CUTOVER, options);
        run.control();

        assertRefused(run, request, ASKED);
    }

    @Test
    void thoseThatAreAcceptedAreToldApartInTheDryRunAndInWhatIsSignedOff() throws Exception {
        CutoverFixture run = withTwoRejects();
        Map<String, String> options = new HashMap<>(accepting(2));
        options.put("dry-run", "yes");
        Request dryRun = run.ask(Request.Kind.CUTOVER, options);
        run.control();
        assertThat(run.answer(dryRun).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(dryRun).sentence()).contains("1 missing and 1 stale by rejects");

        Request request = run.ask(Request.Kind.CUTOVER, accepting(2));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.topic.said().of(SignedOff.KEY, SignedOff::decode).map(SignedOff::verdict))
                .hasValueSatisfying(verdict -> assertThat(verdict).contains("1 missing and 1 stale by rejects"));
    }

    @Test
    void oneMoreThatIsRefusedRightBeforeTheBlockTakesEverythingBack() throws Exception {
        CutoverFixture run = withTwoRejects();
        run.once("before block", () -> run.refuse(1, "d9"));
        Request request = run.ask(Request.Kind.CUTOVER, accepting(2));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("the target has refused 3 documents", "and 2 were accepted", "--accept-rejects 3");
        assertNotTouched(run);
    }

    /// Nothing of it is missing: production has the state that came after.
    @Test
    void aStateThatANewerOneHasReplacedSinceNeedsNoConsent() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.whileSleeping(run.run::copyNew);
        run.refuse(0, "d6");
        run.run.source(0).index("d6", "{\"fits\":1}");
        run.run.copyNew();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.run.state().rejected()).isEqualTo(1);
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.topic.said().of(SignedOff.KEY, SignedOff::decode).map(SignedOff::rejects))
                .contains(0L);

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Somebody's `verify` may end after the swap, and have judged before the last rejects came.
    @Test
    void whatIsSignedOffIsTheCountOfTheComparisonThatTheSwapWentBy() throws Exception {
        CutoverFixture run = withTwoRejects();
        run.topic.onWrite(() -> {
            boolean isSwapped = run.topic.said().all(Step.KEY_PREFIX, Step::decode).stream()
                    .anyMatch(step -> step.name().equals(Cutover.SWAP) && step.isDone());
            if (isSwapped && !run.isIn(Phase.COMPLETED)) {
                run.topic.say(Verified.KEY, verifiedEarlier().encode());
            }
        });

        assertThat(run.answerTo(Request.Kind.CUTOVER, accepting(2)).outcome()).isEqualTo(Answer.Outcome.DONE);

        assertThat(run.topic.said().of(SignedOff.KEY, SignedOff::decode).map(SignedOff::rejects))
                .contains(2L);
        run.topic.onWrite(() -> {});
        assertThat(run.answerTo(Request.Kind.RELEASE, Map.of()).sentence()).contains("--accept-rejects 2");
    }

    private static Verified verifiedEarlier() {
        return new Verified(
                "topic",
                Instant.EPOCH,
                false,
                List.of(1L, 1L),
                List.of(),
                20,
                20,
                0,
                0,
                0,
                0,
                Optional.of(Verified.Rest.NONE));
    }

    private static Map<String, String> accepting(int rejects) {
        return Map.of("accept-rejects", Integer.toString(rejects));
    }

    private static void assertRefused(CutoverFixture run, Request request, String why) {
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).startsWith("Not cut over: " + why);
        assertNotTouched(run);
        assertThat(run.cluster.calls).isEmpty();
    }

    private static void assertNotTouched(CutoverFixture run) {
        assertThat(run.cluster.names(CutoverFixture.SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    private static CutoverFixture withTwoRejects() {
        CutoverFixture run = new CutoverFixture();
        run.run.whileSleeping(run.run::copyNew);
        run.refuse(0, "new");
        run.refuse(0, "d6");
        return run;
    }
}
