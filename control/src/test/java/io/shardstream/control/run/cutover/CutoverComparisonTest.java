package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverAssertions.assertCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.assertNotCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.steps;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.state.lanes.Workers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What is compared before the swap, and what ends the cut-over because of it.
class CutoverComparisonTest {
    @Test
    void writersThatDoNotComeAlongEndTheCutOverInTime() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before block")) {
                run.run.source(0).index("last", "{}");
                run.run.stopWriters();
                run.run.atWork(new Workers(1, 0));
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("cutover.max-blocked", "; no writer is at work", "Clients write to 'cities' again");
        assertThat(steps(run, request))
                .contains("read and write what is left: no writer is at work: 'run' or 'writer' starts one");
        assertNotCutOver(run);
    }

    @Test
    void aPrimaryThatWasCutOffIsNotBelieved() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                run.run.source(1).cutOff();
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertNotCutOver(run);
    }

    @Test
    void differencesThatCannotBeMendedEndTheCutOverAtOnce() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> run.run.target(0).write("foreign", null, 5, "{}"));

        assertGivenUpSoon(run, request, "1 difference ('foreign' is foreign)");
        assertThat(verified(run).differences()).isEqualTo(1);
    }

    @Test
    void whatAnEarlierVerificationFoundIsNotSaidOfATargetThatIsLive() throws Exception {
        CutoverFixture run = new CutoverFixture();
        String docs = run.compared.plan().docsTopicId();
        Verified earlier = new Verified(
                docs, Instant.EPOCH, false, List.of(1L, 1L), List.of(), 9, 9, 9, 5, 0, 0, Optional.empty());
        run.topic.say(Verified.KEY, earlier.encode());
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertCutOver(run);
        assertThat(verified(run).docsTopicId()).isEqualTo(docs);
        assertThat(verified(run).isFinal()).isTrue();
        assertThat(verified(run).isEqual()).isTrue();
    }

    private static Verified verified(CutoverFixture run) {
        return run.topic.said().of(Verified.KEY, Verified::decode).orElseThrow();
    }

    @Test
    void aDifferenceThatPublishingAgainDoesNotMendEndsTheCutOverToo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> run.run.targetOf("d1").write("d1", null, Long.MAX_VALUE, null));

        assertGivenUpSoon(run, request, "'d1' is missing");
    }

    private static void assertGivenUpSoon(CutoverFixture run, Request request, String why) throws Exception {
        AtomicInteger reads = new AtomicInteger();
        run.run.target(0).before(_ -> assertThat(reads.incrementAndGet()).isLessThan(1000));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("not equal", why);
        assertNotCutOver(run);
    }

    @Test
    void aPrimaryThatIsBeingMovedIsNotBelievedToHaveTheLastWrites() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger blocks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after block") && blocks.getAndIncrement() == 0) {
                run.run.source(0).move();
            }
            assertThat(what.equals("before hasBulks") && looks.get() < 20).isFalse();
        });
        run.run.source(0).before(call -> {
            if (blocks.get() > 0 && call.equals("locate") && looks.incrementAndGet() == 20) {
                run.run.source(0).arrive();
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertCutOver(run);
    }

    @Test
    void nothingIsBlockedWhileAPrimaryIsBeingMoved() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.source(1).move();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("[1] is being moved to another node");
        assertNotCutOver(run);
    }

    @Test
    void whatDiffersCannotBeForced() throws Exception {
        assertDifferenceIsFoundBeforeTheBlock(new CutoverFixture());
    }

    /// Under the block it would be found, too, and all be taken back.
    @Test
    void whatDiffersIsFoundBeforeTheBlockWhereAConditionIsForced() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.health = "yellow";
        assertDifferenceIsFoundBeforeTheBlock(run);
    }

    private static void assertDifferenceIsFoundBeforeTheBlock(CutoverFixture run) throws Exception {
        run.run.target(0).write("foreign", null, 5, "{}");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("'foreign' is foreign", "verify --repair");
        assertNotCutOver(run);
    }

    @Test
    void whatTheSourceHasNoMoreIsSweptBeforeTheBlockWhereAConditionIsForced() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.health = "yellow";
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(steps(run, request))
                .contains("sweep while both sides move: 1 document that the source has no more")
                .anySatisfy(step -> assertThat(step).startsWith("go on by force: target index 'cities-v2' is yellow"));
        assertCutOver(run);
    }

    @Test
    void whatTheLastComparisonFindsIsMendedBeforeTheSwap() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger looks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && looks.getAndIncrement() == 0) {
                run.run.targetOf("back").write("back", null, run.run.word(0, 3), "{}");
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(looks.get()).as("fenced again").isGreaterThan(1);
        assertCutOver(run);
        assertThat(run.run.copied()).doesNotContainKey("back");
    }

    @Test
    void whatWasFoundEqualIsNotReadAgainBehindTheFence() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger read = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                run.run.target(0).before(call -> read.addAndGet(call.equals("forEachLive") ? 1 : 0));
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(read).hasValue(0);
        assertCutOver(run);
    }

    @Test
    void whatIsDeletedInTheSourceIsDeletedInTheTargetBeforeTheBlock() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger blocks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before block") && blocks.getAndIncrement() == 0) {
                assertThat(run.run.copied()).doesNotContainKey("d4");
            }
        });
        run.control();
        assertThat(blocks).hasPositiveValue();
        assertCutOver(run);
    }

    @Test
    void aComparisonThatBreaksOffIsAnAnswer() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.source(0).before(_ -> {
            throw new BlockedException("another history");
        });
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("another history", "Nothing was changed.");
    }
}
