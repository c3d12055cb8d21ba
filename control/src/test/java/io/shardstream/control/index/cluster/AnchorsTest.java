package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.RunInCluster.Given;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Names of write blocks in a source cluster that does not know `must_exist`: what comes late, twice or half.
class AnchorsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String FIRST = "Shardstream-x-Block-docs-1-1";
    private static final String SECOND = "Shardstream-x-Block-docs-1-2";
    private static final String FOURTH = "Shardstream-x-Block-docs-2-2";
    private static final String THIRD = "Shardstream-x-Block-docs-2-1";

    private final CutoverFixture run = new CutoverFixture(true);
    private final MemoryCluster source = run.sourceCluster;

    AnchorsTest() {
        source.isOld = true;
    }

    @Test
    void aNameAndItsAnchorComeAndGoTogether() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        assertThat(source.anchors()).containsExactly(anchor(FIRST));
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        assertThat(source.blockNames(SOURCE)).containsExactly(SECOND);
        assertThat(source.anchors()).containsExactly(anchor(SECOND));
        assertThat(source.change(List.of(new AliasChange.Remove(SOURCE, SECOND))))
                .isTrue();
        assertThat(source.blockNames(SOURCE)).isEmpty();
        assertThat(source.anchors()).isEmpty();
    }

    @Test
    void aNameThatIsGoneIsNotTakenAway() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        assertThat(source.change(replacing(FIRST, THIRD))).isTrue();

        assertThat(source.change(replacing(FIRST, SECOND))).isFalse();
        assertThat(source.blockNames(SOURCE)).containsExactly(THIRD);
        assertThat(source.anchors()).containsExactly(anchor(THIRD));
    }

    /// By a proxy, or out of a queue of the server's.
    @Test
    void noCallThatGaveANameGivesItAgain() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        assertThat(source.change(replacing(SECOND, THIRD))).isTrue();

        for (List<AliasChange> call : List.copyOf(source.namings)) {
            assertThat(source.arrive(call)).isFalse();
        }
        assertThat(source.blockNames(SOURCE)).containsExactly(THIRD);
    }

    /// Not even together with all calls that made anchors.
    @Test
    void noAnchorComesBackWhoseNameIsPast() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        assertThat(source.change(replacing(SECOND, THIRD))).isTrue();

        for (String name : List.of(FIRST, SECOND)) {
            assertThat(source.anchorCalls.make(anchor(name), name, Anchor.exclusive(mark(name))))
                    .as(name)
                    .isPresent();
        }
        assertThat(source.anchors()).containsExactly(anchor(THIRD));
    }

    /// The anchor was made, and the call that gives the name comes when another one has taken the place.
    @Test
    void aCallThatComesLateFindsItsPredecessorGone() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        List<AliasChange> late = new ArrayList<>();
        source.around(what -> {
            if (what.equals("before name") && late.isEmpty()) {
                late.addAll(source.namings.getLast());
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(() -> source.change(replacing(FIRST, SECOND))).isInstanceOf(CutoverFixture.Killed.class);
        assertThat(source.change(replacing(FIRST, THIRD))).isTrue();

        assertThat(source.arrive(late)).isFalse();
        assertThat(source.blockNames(SOURCE)).containsExactly(THIRD);
    }

    @Test
    void aCallThatChangesNothingLeavesNoAnchor() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        AtomicInteger calls = new AtomicInteger();
        source.around(what -> {
            if (what.equals("before name") && calls.getAndIncrement() == 0) {
                assertThat(source.arrive(replacing(FIRST, THIRD))).isTrue();
            }
        });
        assertThat(source.change(replacing(FIRST, SECOND))).isFalse();
        assertThat(source.anchors()).containsExactly(anchor(THIRD));
    }

    @Test
    void aNameWhoseAnchorSomebodyHasDeletedIsTakenAway() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        source.remove(anchor(FIRST));
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        assertThat(source.blockNames(SOURCE)).containsExactly(SECOND);
        assertThat(source.anchors()).containsExactly(anchor(SECOND));
    }

    @Test
    void aNameThatSomebodyHasGivenAgainByHandIsTakenAway() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        source.give(SOURCE, Alias.plain(FIRST));
        List<AliasChange> changes = new ArrayList<>(replacing(SECOND, THIRD));
        changes.addFirst(new AliasChange.Remove(SOURCE, FIRST));
        assertThat(source.change(changes)).isTrue();
        assertThat(source.blockNames(SOURCE)).containsExactly(THIRD);
        assertThat(source.anchors()).containsExactly(anchor(THIRD));
    }

    /// All names and anchors were tidied away by hand.
    @Test
    void aNameThatIsGoneWithItsAnchorIsNotTakenAway() throws Exception {
        assertThat(source.change(replacing(FIRST, SECOND))).isFalse();
        assertThat(source.blockNames(SOURCE)).isEmpty();
        assertThat(source.anchors()).isEmpty();
    }

    @Test
    void noFirstNameIsGivenWhereNoAnchorCanBeMade() {
        source.anchorStatus = 400;
        assertThatThrownBy(() -> source.change(giving(FIRST))).isInstanceOf(ElasticException.Refused.class);
        assertThat(source.blockNames(SOURCE)).isEmpty();
    }

    /// Clients wait for it.
    @Test
    void aBlockIsLiftedWhereTheClusterHasBecomeFull() throws Exception {
        NamedBlock block = sides().sourceBlock();
        assertThat(block.set()).isPresent();
        source.anchorStatus = 400;
        assertThat(block.lift()).isTrue();
        assertThat(source.takesWrites(SOURCE)).isTrue();
        assertThat(source.anchors()).isEmpty();

        source.anchorStatus = 200;
        assertThat(sides().sourceBlock().prepareUnlessBlocked()).isPresent();
        assertThat(source.blockNames(SOURCE)).hasSize(1);
        assertThat(source.anchors()).hasSize(1);
    }

    /// As a cluster that has lost a node since.
    @Test
    void aNameWithoutAnAnchorGoesAlsoWhereNoneCanBeMade() throws Exception {
        NamedBlock block = sides().sourceBlock();
        assertThat(block.set()).isPresent();
        source.anchorStatus = 400;
        assertThat(block.takeName()).isPresent();
        assertThat(source.anchors()).isEmpty();
        assertThat(block.lift()).isTrue();
        assertThat(source.takesWrites(SOURCE)).isTrue();
        assertThat(source.blockNames(SOURCE)).hasSize(1);
    }

    @Test
    void aNameGoesWhileASnapshotHasItsAnchor() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        source.isInSnapshot = true;
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        assertThat(source.blockNames(SOURCE)).containsExactly(SECOND);

        // Whoever comes second finds the mark gone, be it now or when the snapshot is over.
        assertThat(source.change(replacing(FIRST, FOURTH))).isFalse();
        source.isInSnapshot = false;
        assertThat(source.change(replacing(FIRST, FOURTH))).isFalse();
        assertThat(source.blockNames(SOURCE)).containsExactly(SECOND);
        assertThat(source.change(replacing(SECOND, THIRD))).isTrue();
        for (List<AliasChange> call : List.copyOf(source.namings)) {
            assertThat(source.arrive(call)).isFalse();
        }
        assertThat(source.blockNames(SOURCE)).containsExactly(THIRD);
    }

    /// Each try would leave one more.
    @Test
    void aCallThatIsRefusedLeavesNoAnchor() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        source.moveStatus = 403;
        assertThatThrownBy(() -> source.change(replacing(FIRST, SECOND))).isInstanceOf(ElasticException.Refused.class);
        assertThat(source.anchors()).containsExactly(anchor(FIRST));
    }

    @Test
    void aNameIsGivenBackWithItsAnchor() throws Exception {
        assertThat(source.change(giving(FIRST))).isTrue();
        assertThat(source.change(replacing(FIRST, SECOND))).isTrue();
        assertThat(source.change(replacing(SECOND, FIRST))).isTrue();
        assertThat(source.anchors()).containsExactly(anchor(FIRST));
        assertThat(source.anchorCalls.make(anchor(SECOND), SECOND, Anchor.exclusive(mark(SECOND))))
                .isPresent();

        assertThat(source.change(replacing(FIRST, THIRD))).isTrue();
        assertThat(source.anchorCalls.make(anchor(FIRST), FIRST, Anchor.exclusive(mark(FIRST))))
                .isPresent();
    }

    @Test
    void aRunIsCutOverAndRolledBack() throws Exception {
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(source.anchors()).hasSize(1);
        run.run.whileSleeping(() -> {});
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(source.takesWrites(SOURCE)).isTrue();
        assertThat(source.anchors()).hasSize(1);
    }

    @Test
    void aCutOverIsAbortedUnderTheBlock() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        source.around(what -> {
            if (what.equals("after block")) {
                source.around(_ -> {});
                run.ask(Request.Kind.ABORT, Map.of());
            }
        });
        run.control();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(source.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void nothingIsBlockedWhereAnchorsAreRefused() throws Exception {
        source.anchorStatus = 400;
        assertRefused("it refuses to make one: ");
    }

    @Test
    void nothingIsBlockedWhereAnchorsFindNoNode() throws Exception {
        source.isAnchorLost = true;
        assertRefused("the shard of one that was made has found no node");
    }

    private void assertRefused(String why) throws Exception {
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of("force", "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("the source cluster does not know 'must_exist' of an alias", why);
        assertThat(source.takesWrites(SOURCE)).isTrue();
        assertThat(source.blockNames(SOURCE)).isEmpty();
        assertThat(source.anchors()).isEmpty();
    }

    /// One is left by an attempt that was broken off; that of another run has the mark of a name of this one.
    @Test
    void whatIsLeftOfTheRunIsTidiedAwayAndWhatOthersNeedStays() throws Exception {
        String own = sides().sourceBlock().prepareUnlessBlocked().orElseThrow();
        String next = own + "0";
        assertThat(source.anchorCalls.make(anchor(next), next, Anchor.exclusive(mark(next))))
                .isEmpty();
        RunInCluster left = new RunInCluster(source, "x", run.compared.plan(), List.of(SOURCE));
        List<Given> all = new ArrayList<>(left.aliases());
        all.addAll(left.anchors());
        assertThat(all).extracting(Given::index).containsExactlyInAnyOrder(SOURCE, anchor(own), anchor(next));
        assertThat(left.drop(all)).isTrue();
        assertThat(source.anchors()).isEmpty();
        assertThat(source.blockNames(SOURCE)).isEmpty();

        assertThat(source.change(giving(own))).isTrue();
        assertThat(source.change(replacing(own, "Shardstream-y-Block-docs-1-1")))
                .isTrue();
        assertThat(left.anchors()).isEmpty();
    }

    private static List<AliasChange> giving(String name) {
        return List.of(new AliasChange.Add(SOURCE, Alias.plain(name)));
    }

    private static List<AliasChange> replacing(String name, String by) {
        return List.of(new AliasChange.Remove(SOURCE, name), new AliasChange.Add(SOURCE, Alias.plain(by)));
    }

    private static String anchor(String name) {
        return Anchor.of(name).index();
    }

    private static String mark(String name) {
        return Anchor.of(name).mark();
    }

    private Sides sides() {
        return new Sides("x", run.term(run.topic.journal()), source, run.cluster);
    }
}
