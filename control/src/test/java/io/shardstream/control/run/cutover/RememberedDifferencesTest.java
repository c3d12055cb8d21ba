package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Somebody has overwritten a document of the target under its version, and only some samples have it.
class RememberedDifferencesTest {
    private static final String WRONG = "w1500";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final CutoverFixture run = new CutoverFixture();
    private long finding;
    private long missing;

    @BeforeEach
    void overwritten() throws Exception {
        for (int document = 0; document < 3000; document++) {
            run.run.source(0).index("w" + document, "{}");
        }
        run.run.copy();
        write("{\"other\":1}");
        finding = seed(false);
        missing = seed(true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatACutoverOrItsDryRunHasFoundTheNextOneFindsByWhateverSample(boolean isDry) throws Exception {
        run.seed = finding;
        Answer first = cutover(isDry);
        assertThat(first.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(first.sentence())
                .contains(
                        "'" + WRONG + "' is content",
                        "'cutover' and 'verify' compare the contents of all documents of source shard 0.",
                        "'verify --content all --repair' mends");
        assertThat(remembered()).contains(new DifferentContents(Set.of(0)));

        run.seed = missing;
        for (int time = 0; time < 2; time++) {
            Answer again = cutover(false);
            assertThat(again.outcome()).as(again.sentence()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(again.sentence()).contains("'" + WRONG + "' is content");
        }
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();

        write("{}");
        assertThat(cutover(false).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(remembered()).isEmpty();
    }

    @Test
    void whatAComparisonHasFoundThatFailedLaterIsRemembered() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        ControllerEpoch term = run.term(run.topic.journal());
        Steps steps = new Steps(term, request, run.run.sleeper());
        Equality failing = new FailingEquality();
        assertThatIllegalStateException().isThrownBy(() -> new RememberedDifferences(term, failing).checkOnline(steps));
        assertThat(remembered()).contains(new DifferentContents(Set.of(1)));
    }

    /// Its write overwrites that of a `verify`, which it has not seen.
    @Test
    void whatAVerifyNotesInTheSameMomentStays() {
        run.topic.say(DifferentContents.KEY, new DifferentContents(Set.of(5)).encode());
        ControllerEpoch term = run.term(run.topic.journal());
        run.topic.beforeWrite(() -> {
            run.topic.beforeWrite(() -> {});
            run.topic.say(DifferentContents.KEY, new DifferentContents(Set.of(3, 5)).encode());
        });

        RememberedDifferences.remember(term, Set.of(5), Set.of());
        assertThat(remembered()).contains(new DifferentContents(Set.of(3)));
        assertThat(RememberedDifferences.shards(term)).containsExactly(3);

        RememberedDifferences.remember(term, Set.of(3), Set.of());
        assertThat(remembered()).isEmpty();
    }

    @Test
    void otherDifferencesAreMendedByAnyVerification() throws Exception {
        write("{}");
        run.run.target(0).write("nobody", null, run.run.word(1, 100_000), "{}");
        run.run.target(0).write("stranger", null, 7, "{}");
        Answer answer = cutover(false);
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).endsWith("'verify --repair' mends what can be mended and names the rest.");
        assertThat(remembered()).isEmpty();
    }

    private static final class FailingEquality implements Equality {
        private Set<Integer> different = Set.of();

        @Override
        public Verdict checkOnline(Sleeper sleeper) {
            different = Set.of(1);
            throw new IllegalStateException("lost");
        }

        @Override
        public void compareAllOf(Set<Integer> shards) {
            different = shards;
        }

        @Override
        public Set<Integer> different() {
            return different;
        }

        @Override
        public Verdict establish(Instant deadline, Sleeper sleeper) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Verdict check(Instant deadline, Sleeper sleeper) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isAsCompared(Sleeper sleeper) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long sweepOnline(Sleeper sleeper) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Approach approach(Sleeper sleeper, boolean deletes) {
            throw new UnsupportedOperationException();
        }
    }

    private Answer cutover(boolean isDry) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, isDry ? Map.of(Beginning.DRY_RUN, "yes") : Map.of());
    }

    private Optional<DifferentContents> remembered() {
        return run.topic.said().of(DifferentContents.KEY, DifferentContents::decode);
    }

    private void write(String body) {
        run.run.targetOf(WRONG).write(WRONG, null, run.run.targetOf(WRONG).version(WRONG), body);
    }

    /// One by which a sample is drawn that has the document, or one that does not.
    private long seed(boolean looksClean) throws Exception {
        for (long one : LongStream.range(0, 100).toArray()) {
            Verification verification =
                    new Verification(run.compared, Set.of(), run.run, run.run.sleeper(), 1_000_000, new Random(one));
            VerificationReport report = verification.run(VerificationOptions.online(PATIENCE), _ -> {});
            if (report.isClean() == looksClean) {
                return one;
            }
        }
        throw new AssertionError("no such seed");
    }
}
