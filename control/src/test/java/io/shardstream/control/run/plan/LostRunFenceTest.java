package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.cluster.WriterFencing;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LostRunFenceTest {
    private static final String OURS = "Shardstream-a-Write-docs";

    private final Index index = new Index();
    private String goesOn = "";
    private boolean isAtRest = true;

    @Test
    void theAliasesOfOtherRunsGoInTheCallThatGivesOurs() throws Exception {
        index.aliases.addAll(Set.of("Shardstream-a", "Shardstream-b-Block-x-1-1"));
        close();
        assertThat(index.aliases).containsExactly(OURS);
        assertThat(index.calls).startsWith("bulks a", "bulks b", "aliases");
    }

    /// A node may have accepted them before.
    @Test
    void bulksOfTheLostRunAreWaitedForAndThenTheShards() throws Exception {
        index.aliases.add("Shardstream-lost");
        index.bulks = 3;
        close();
        assertThat(index.calls)
                .containsExactly(
                        "bulks lost",
                        "bulks lost",
                        "bulks lost",
                        "bulks lost",
                        "aliases",
                        "bulks lost",
                        "block",
                        "unblock");
        assertThat(index.isBlocked).isFalse();
    }

    @Test
    void aRunThatGoesOnWritingIsNotWaitedForForEver() {
        index.aliases.add("Shardstream-lost");
        index.bulks = Integer.MAX_VALUE;
        assertThatThrownBy(this::close)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("A bulk of run lost is still under way in the target.")
                .hasMessageEndingWith("Nothing was changed.");
        assertThat(index.aliases).as("what it writes by").containsExactly("Shardstream-lost");
    }

    /// Between two of its bulks, with a Kafka that this process does not know.
    @Test
    void aRunThatHasWrittenSinceTheIndexWasExaminedKeepsItsAlias() {
        index.aliases.add("Shardstream-lost");
        isAtRest = false;
        assertThatThrownBy(this::close)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith(
                        "Target index 'v2' was written to while it was examined: run lost may still" + " work")
                .hasMessageEndingWith("Nothing was changed.");
        assertThat(index.aliases).containsExactly("Shardstream-lost");
    }

    /// Who wants to keep it as it is, after the loss.
    @Test
    void aBlockOfSomebodyElseIsLeft() {
        index.aliases.add("Shardstream-lost");
        index.isBlocked = true;
        assertThatThrownBy(this::close)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("has a write block, and this run has not set it", "PUT /v2/_settings");
        assertThat(index.isBlocked).isTrue();
        assertThat(index.aliases).containsExactly("Shardstream-lost");
    }

    /// An attempt that was killed has left it. Such a block says nothing of writes that are under way.
    @Test
    void aBlockThatIsThereIsLiftedAndSetAgain() throws Exception {
        index.aliases.add(OURS);
        index.isBlocked = true;
        close();
        assertThat(index.calls.stream().filter("block"::equals)).hasSize(2);
        assertThat(index.isBlocked).isFalse();
    }

    @Test
    void aliasesThatChangeMeanwhileAreLookedAtAgain() throws Exception {
        index.aliases.add("Shardstream-a");
        index.refused = 2;
        close();
        assertThat(index.aliases).containsExactly(OURS);
    }

    /// Another process of the same run may have adopted it, and cut over, while this one examined it.
    @Test
    void anIndexThatProductionHasMovedToSinceItWasExaminedIsLeftAlone() {
        index.aliases.addAll(Set.of("Shardstream-a-Live", "Shardstream-a-Block-x-1-1"));
        assertThatThrownBy(this::close)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("production has moved to it");
        assertThat(index.calls).isEmpty();
        assertThat(index.aliases).containsExactly("Shardstream-a-Block-x-1-1", "Shardstream-a-Live");
    }

    @Test
    void anIndexWhoseCopyHasEndedSinceItWasExaminedIsLeftAlone() {
        index.aliases.add("Shardstream-a-Done-x");
        assertThatThrownBy(this::close)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("the copy into it is complete");
        assertThat(index.calls).isEmpty();
    }

    @Test
    void anIndexThatSomebodyHasGivenAnAliasSinceItWasExaminedIsLeftAlone() {
        index.aliases.addAll(Set.of("Shardstream-a", "cities"));
        assertThatThrownBy(this::close)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("through 'cities'");
        assertThat(index.calls).isEmpty();
    }

    /// Two runs of different names may have examined one target at the same time.
    @Test
    void anIndexThatARunHasTakenWhichGoesOnIsLeftAlone() {
        index.aliases.add("Shardstream-other-Write-x");
        goesOn = "other";
        assertThatThrownBy(this::close).isInstanceOf(RunRefusedException.class).hasMessage("other goes on");
        assertThat(index.calls).isEmpty();
    }

    private void close() throws Exception {
        new LostRunFence(index, this::requireLost, () -> isAtRest, _ -> {}).close("v2", OURS);
    }

    private void requireLost(String run) {
        if (run.equals(goesOn)) {
            throw new RunRefusedException(run + " goes on");
        }
    }

    /// One index, as far as a fence sees it.
    private static final class Index implements WriterFencing {
        final Set<String> aliases = new TreeSet<>();
        final List<String> calls = new ArrayList<>();
        int bulks;
        int refused;
        boolean isBlocked;

        @Override
        public List<Alias> aliases(String index) {
            return aliases.stream().map(name -> new Alias(name, "{}")).toList();
        }

        @Override
        public boolean change(List<AliasChange> changes) {
            calls.add("aliases");
            if (refused-- > 0) {
                return false;
            }
            for (AliasChange change : changes) {
                switch (change) {
                    case AliasChange.Add(String _, Alias alias) -> aliases.add(alias.name());
                    case AliasChange.Remove(String _, String alias) -> aliases.remove(alias);
                    case AliasChange.RemoveIndex(String removed) -> throw new AssertionError(removed + " is deleted");
                }
            }
            return true;
        }

        @Override
        public boolean block(String index, String through) {
            calls.add("block");
            boolean isNew = !isBlocked && aliases.contains(through);
            isBlocked |= isNew;
            return isNew;
        }

        @Override
        public boolean unblock(String index, String through) {
            calls.add("unblock");
            isBlocked &= !aliases.contains(through);
            return aliases.contains(through);
        }

        @Override
        public WriteBlock writeBlock(String index) {
            return isBlocked ? WriteBlock.WHOLE : WriteBlock.NONE;
        }

        @Override
        public boolean hasBulks(String opaqueId) {
            calls.add("bulks " + opaqueId);
            return bulks-- > 0;
        }
    }
}
