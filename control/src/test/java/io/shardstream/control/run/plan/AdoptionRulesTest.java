package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class AdoptionRulesTest {
    private static final JsonNode BARE = new JsonMapper().createObjectNode();
    private static final IndexDescription SOURCE = index("cities", "s", BARE);
    private static final TargetMark MARK = new TargetMark("s", VersionMode.SEQNO, List.of("h"), List.of(1L));

    @Test
    void aTargetThatSaysThatItIsACopyOfTheSourceIsTaken() {
        assertThat(AdoptionRules.markOf(SOURCE, target(MARK), VersionMode.SEQNO))
                .isEqualTo(MARK);
    }

    @Test
    void aTargetThatDoesNotSayWhatItIsACopyOfIsRefused() {
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, index("v2", "t", BARE), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Target index 'v2' cannot be adopted: it does not say which source it is a copy of"
                        + " (_meta.shardstream of its mapping). Name another target index. Nothing was changed.");
    }

    /// Its numbers would be taken for those of this source, and its documents deleted.
    @Test
    void aTargetOfAnotherSourceIsRefused() {
        TargetMark other = new TargetMark("other", VersionMode.SEQNO, List.of("h"), List.of(1L));
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, target(other), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining(
                        "it is a copy of the index with uuid other, and source index 'cities' has uuid s");
    }

    /// No alias says so when the run was cleaned, and what clients have deleted cannot be seen.
    @Test
    void aTargetThatProductionWasGivenForGoodIsRefused() {
        JsonNode released = ReleasedMark.into(MARK.into(BARE)).orElseThrow();
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, index("v2", "t", released), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Target index 'v2' cannot be adopted: its run is over and clients have used it, or may"
                        + " have: what they deleted from it would come back, and what they wrote to it would stay. Begin"
                        + " a run with another target index. Nothing was changed.");
    }

    @Test
    void versionsThatAreNoWordsAreRefused() {
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, target(MARK), VersionMode.SOURCE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("version.mode source");
        TargetMark versioned = new TargetMark("s", VersionMode.SOURCE, List.of("h"), List.of(1L));
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, target(versioned), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("it was filled with version.mode source");
    }

    @Test
    void aTargetOfARunThatThisKafkaKnowsAndThatGoesOnIsRefused() {
        IndexDescription to = index("v2", RunStates.PLAN.targetUuid(), BARE);
        assertThatThrownBy(() -> AdoptionRules.requireLost("a", to, Optional.of(run(Phase.CATCHING_UP))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("run a writes to it, and its records are in this Kafka");
        assertThatCode(() -> AdoptionRules.requireLost("a", to, Optional.of(run(Phase.ABORTED))))
                .doesNotThrowAnyException();
        assertThatCode(() -> AdoptionRules.requireLost("a", to, Optional.empty()))
                .doesNotThrowAnyException();
        assertThatCode(() -> AdoptionRules.requireLost("a", target(MARK), Optional.of(run(Phase.BACKFILL))))
                .doesNotThrowAnyException();
    }

    /// Tried cut-overs leave the name of their block.
    @Test
    void aTargetThatARunHasNotLeftIsTaken() {
        for (List<String> taken : List.of(
                List.<String>of(),
                List.of("Shardstream-a"),
                List.of("Shardstream-a", "Shardstream-a-Block-Xyz-7-2"),
                List.of("Shardstream-a-Write-x_-Y-z", "Shardstream-a-Block-Xyz-7-2"))) {
            assertThatCode(() -> AdoptionRules.requireCopying("v2", OwnAliases.among(taken)))
                    .as("%s", taken)
                    .doesNotThrowAnyException();
        }
    }

    /// What clients have deleted is missing, and would be published again.
    @Test
    void aTargetWithAnAliasOfProductionIsRefused() {
        assertThatThrownBy(() -> AdoptionRules.requireCopying(
                        "v2", OwnAliases.among(List.of("Shardstream-a", "cities", "places"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Target index 'v2' cannot be adopted: clients may use it through 'cities', 'places', and"
                        + " what they deleted from it would come back. Name another target index. If no client has"
                        + " written to this one, take the alias away first. Nothing was changed.");
    }

    /// As a release leaves it.
    @Test
    void aTargetWhoseRunHasEndedIsRefused() {
        assertThatThrownBy(() ->
                        AdoptionRules.requireCopying("v2", OwnAliases.among(List.of("Shardstream-a-Block-Xyz-7-2"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'Shardstream-a-Block-Xyz-7-2' is left, and no alias to write through");
    }

    /// Nothing tells that applications use it by its own name, and deleted something.
    @Test
    void aTargetWhoseCopyIsCompleteIsRefused() {
        assertThatThrownBy(() -> AdoptionRules.requireCopying(
                        "v2", OwnAliases.among(List.of("Shardstream-a-Done-Xyz", "Shardstream-b-Write-x"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Target index 'v2' cannot be adopted: the copy into it is complete"
                        + " ('Shardstream-a-Done-Xyz', 'Shardstream-b-Write-x'), so applications may use it by its own"
                        + " name, and what they deleted from it would come back. Name another target index. If no"
                        + " client has written to this one, take that alias away first. Nothing was changed.");
    }

    @Test
    void aTargetWithAMarkThatOnlyANewerVersionKnowsIsRefused() {
        assertThatThrownBy(() -> AdoptionRules.requireCopying(
                        "v2", OwnAliases.among(List.of("Shardstream-a-Write-x", "Shardstream-a-Kept-Xyz"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("does not know what 'Shardstream-a-Kept-Xyz' says of it");
    }

    @Test
    void aTargetThatProductionIsOnOrWasOnIsRefused() {
        assertThatThrownBy(() -> AdoptionRules.requireCopying("v2", OwnAliases.among(List.of("Shardstream-a-Live"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("production has moved to it");
        assertThatThrownBy(
                        () -> AdoptionRules.requireCopying("v2", OwnAliases.among(List.of("Shardstream-a-Returned"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("rolled back");
    }

    /// The lost controller's swap may still be on its way.
    @Test
    void aTargetWithTheTokenOfACutOverIsRefused() {
        assertThatThrownBy(
                        () -> AdoptionRules.requireCopying("v2", OwnAliases.among(List.of("Shardstream-a-Swap-7-1"))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("docs/emergency.md");
    }

    private static ControlRecords run(Phase phase) {
        return new ControlRecords(
                Map.of(RunPlan.KEY, RunStates.PLAN.encode(), RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }

    private static IndexDescription target(TargetMark mark) {
        return index("v2", "another", mark.into(BARE));
    }

    private static IndexDescription index(String name, String uuid, JsonNode mappings) {
        return new IndexDescription(name, Map.of("index.uuid", StringNode.valueOf(uuid)), mappings, Set.of(), 1024);
    }
}
