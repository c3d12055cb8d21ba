package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Write blocks that not all shards confirm, and the names by which blocks are set and lifted: by servers
/// that know `must_exist`, and by anchors.
@ParameterizedClass
@ValueSource(booleans = {false, true})
class NamedBlockTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private final CutoverFixture run;

    NamedBlockTest(boolean isAnchored) {
        run = new CutoverFixture().anchored(isAnchored);
    }

    @Test
    void aBlockThatNotAllShardsHaveConfirmedIsMadeWholeBeforeItIsLifted() throws Exception {
        NamedBlock block = sides().sourceBlock();
        run.cluster.unconfirming = 1;
        assertThat(block.set()).isEmpty();
        assertThat(block.now()).isEqualTo(WriteBlock.UNCONFIRMED);

        assertThat(block.lift()).isTrue();
        run.cluster.confirm(SOURCE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aNameThatWasTakenBeforeIsUsedOnce() throws Exception {
        NamedBlock block = sides().sourceBlock();
        String first = block.prepareUnlessBlocked().orElseThrow();

        assertThat(block.set().orElseThrow().through()).isEqualTo(first);
        assertThat(block.set().orElseThrow().through()).isNotEqualTo(first);
    }

    /// Kafka has lost a controller, whose epoch was given again: a call of that one may still arrive.
    @Test
    void aNameThatIsThereIsNotGivenAgain() throws Exception {
        Sides sides = sides();
        String lost = sides.sourceBlock().nextName().replaceFirst("-[0-9]+$", "-2");
        run.cluster.arrive(List.of(new AliasChange.Add(SOURCE, Alias.plain(lost))));

        assertThat(sides.sourceBlock().takeName()).isPresent().isNotEqualTo(Optional.of(lost));
    }

    @Test
    void aNameThatALaterOneHasReplacedBlocksNothing() throws Exception {
        NamedBlock block = sides().sourceBlock();
        String first = block.prepareUnlessBlocked().orElseThrow();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(SOURCE, first),
                new AliasChange.Add(SOURCE, Alias.plain("Shardstream-x-Block-later-1-1"))));

        assertThat(block.set()).isEmpty();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aBlockIsNotLiftedWhileAShardDoesNotConfirmIt() throws Exception {
        NamedBlock block = sides().sourceBlock();
        run.cluster.unconfirming = 2;
        assertThat(block.set()).isEmpty();
        assertThat(block.lift()).isFalse();
        assertThat(block.lift()).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void anAbortLeavesNoBlockBehindThatAShardConfirmsLater() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before block")) {
                run.cluster.around(_ -> {});
                run.cluster.unconfirming = 2;
                run.ask(Request.Kind.ABORT, Map.of());
            }
        });
        run.control();
        run.cluster.confirm(SOURCE);
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aSourceWhoseBlockIsNotWholeIsNotCutOver() throws Exception {
        run.cluster.blockUnconfirmed(SOURCE);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).sentence()).contains("has a write block already");
    }

    @Test
    void aSourceThatAnotherRunHasBlockedIsToldWithTheNameOfThatRun() throws Exception {
        run.cluster.block(SOURCE, true);
        run.cluster.arrive(List.of(new AliasChange.Add(SOURCE, Alias.plain("Shardstream-other-Block-docs-1-1"))));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).sentence())
                .contains("has a write block already, which run 'other' has set: wait until that is cut over or rolled"
                        + " back, or abort it, first");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("force", "yes")).sentence())
                .contains("By --force: index 'cities' has a write block already, which run 'other' has set");
    }

    @Test
    void aRunWhoseNameWasUsedBeforeTakesTheNamesOfTheEarlierOneAway() throws Exception {
        run.cluster.arrive(List.of(
                new AliasChange.Add(SOURCE, Alias.plain("Shardstream-x-Block-earlier-99-1")),
                new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Block-earlier-99-2")),
                new AliasChange.Add(SOURCE, Alias.plain("Shardstream-other-Block-7-1-1"))));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.blockNames(SOURCE)).singleElement().asString().startsWith("Shardstream-x-Block-docs-");
        assertThat(run.cluster.blockNames(TARGET)).singleElement().asString().startsWith("Shardstream-x-Block-docs-");
    }

    @Test
    void aMissingPrivilegeIsSaidBeforeAnythingIsBlocked() throws Exception {
        run.cluster.nameStatus = 403;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .isEqualTo("Not cut over: the user may not give index 'cities' an alias 'Shardstream-x-Block-...',"
                        + " through which its writes are blocked: the index privilege 'manage' is needed on both names."
                        + " Nothing was changed.");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void theTimeWithoutWritesBeginsWhenTheBlockIsAskedFor() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        Instant[] asked = {Instant.EPOCH};
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                run.run.pass(Duration.ofSeconds(3));
            }
            if (what.equals("before block")) {
                run.cluster.around(_ -> {});
                asked[0] = run.run.instant();
            }
        });
        run.control();
        assertThat(run.topic
                        .said()
                        .of(CutoverNotes.KEY, CutoverNotes::decode)
                        .orElseThrow()
                        .blockedAt())
                .isEqualTo(asked[0]);
    }

    @Test
    void aWayBackWhoseNameSomebodyTidiedAwayBlocksTheTargetAnew() throws Exception {
        Answer answer = rolledBackWith(() -> run.cluster
                .blockNames(TARGET)
                .forEach(name -> run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, name)))));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
    }

    @Test
    void aWayBackWhoseMarkSomebodyTookAwayEndsWithASentenceAndATargetThatTakesWrites() throws Exception {
        Answer answer =
                rolledBackWith(() -> run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "Shardstream-x-Live"))));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("has no mark of the cut-over any more", "Run 'rollback' again")
                .doesNotContain("given up");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void whatClientsWroteToTheTargetWhileItsBlockWasLiftedBeforeTheSwapBackIsSaid() throws Exception {
        Answer answer = rolledBackWith(() -> run.run.target(0).index("client", "{}"));
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence()).contains("clients wrote 1 operations to 'cities-v2'");
    }

    /// What a rollback comes to if that happens just before the swap back.
    private Answer rolledBackWith(Runnable action) throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        onceBeforeTheSwapBack(action);
        run.control();
        return run.answer(rollback);
    }

    private void onceBeforeTheSwapBack(Runnable action) {
        AtomicInteger tries = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before change") && tries.incrementAndGet() == 1) {
                action.run();
            }
            assertThat(tries).hasValueLessThan(10);
        });
    }

    private Sides sides() {
        return new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster);
    }
}
