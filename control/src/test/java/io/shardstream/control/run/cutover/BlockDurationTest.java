package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverAssertions.assertNotCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.steps;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.state.lanes.Workers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// For how long writes will be refused, and what is not begun because that would be too long.
class BlockDurationTest {
    @Test
    void aBlockThatMayBeTooShortIsForcedAndNamed() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                run.run.pass(Duration.ofSeconds(7));
            }
            if (what.equals("before block")) {
                run.cluster.around(_ -> {});
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("By --force: writes would be refused for about 28.5 s");
    }

    @Test
    void nothingIsBlockedWhereComparingTakesLongerThanTheBlockMayLast() throws Exception {
        CutoverFixture run = new CutoverFixture();
        // Nothing can be counted.
        run.run.target(1).refuseNumbers();
        run.run.target(0).before(call -> {
            if (call.equals("forEachLive")) {
                run.run.pass(Duration.ofSeconds(25));
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("read for 25.0 s", "cutover.max-blocked, 20.0 s", "--force");
        assertNotCutOver(run);
    }

    @Test
    void nothingIsBlockedWhereChangesOfTheClusterStateTakeLongerThanTheBlockMayLast() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            assertThat(what).isNotEqualTo("before block");
            if (what.equals("before name")) {
                run.run.pass(Duration.ofSeconds(7));
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("writes would be refused for about 28.5 s", "cutover.max-blocked, 20.0 s", "--force");
        assertNotCutOver(run);
    }

    @Test
    void nothingIsBlockedWhereCountingTakesLongerThanTheBlockMayLast() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.source(0).before(call -> {
            if (call.equals("count")) {
                run.run.pass(Duration.ofSeconds(25));
                run.run.source(0).index("written-all-the-time", "{}");
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("cutover.max-blocked, 20.0 s", "--force");
        assertNotCutOver(run);
    }

    @Test
    void theDryRunSaysForHowLongWritesWillBeRefused() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.target(0).before(call -> {
            if (call.equals("numbersOf")) {
                run.run.pass(Duration.ofSeconds(3));
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();

        assertThat(run.answer(request).sentence())
                .contains("Writes will be refused for about 4.0 s", "servers count what is old", "3.0 s to compare");
    }

    @Test
    void whereChangesOfTheClusterStateAreSlowWritesWillBeRefusedForLonger() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                run.run.pass(Duration.ofMillis(900));
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(steps(run, request))
                .anySatisfy(step -> assertThat(step).contains("writes will be refused for about 4.1 s"));
    }

    @Test
    void nothingIsBlockedWhileNobodyReadsOrWrites() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.atWork(new Workers(0, 0));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("no reader is at work", "no writer is at work");
        assertNotCutOver(run);
    }
}
