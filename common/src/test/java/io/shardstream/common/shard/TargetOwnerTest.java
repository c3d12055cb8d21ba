package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetOwnerTest {
    private static final TargetOwner NEW = TargetOwner.beginning("cities", new RunId("X-y_z", Instant.EPOCH));
    /// As an older version has planned it.
    private static final TargetOwner OLD = new TargetOwner("cities", "topic", "Shardstream-cities");

    @Test
    void theWriteAliasOfARunHasItsId() {
        assertThat(NEW.writeAlias()).isEqualTo("Shardstream-cities-Write-X-y_z");
        assertThat(NEW.claim()).isEqualTo("Shardstream-cities-Claim-X-y_z");
    }

    @Test
    void noTwoRunsHaveTheSameId() {
        assertThat(RunId.fresh(Instant.EPOCH)).isNotEqualTo(RunId.fresh(Instant.EPOCH));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Shardstream-other",
                "Shardstream-cities-2",
                "Shardstream-other-Write-X-y_z",
                "Shardstream-other-Swap-X-y_z-7-1",
                "Shardstream-other-Live",
                "Shardstream-other-Returned",
                "Shardstream-cities-Write-another",
                "Shardstream-cities-Swap-another-7-1"
            })
    void anotherRunThatOwnsTheTargetIsNamedWithItsAlias(String alias) {
        for (TargetOwner owner : List.of(NEW, OLD)) {
            assertThat(owner.rival("v2", Set.of(owner.writeAlias(), alias)))
                    .hasValueSatisfying(sentence -> assertThat(sentence)
                            .startsWith("Target index 'v2' belongs to ")
                            .contains("it has the alias " + alias + "."));
            assertThat(owner.obstacle("v2", Set.of(alias)))
                    .hasValueSatisfying(sentence -> assertThat(sentence).contains(alias));
        }
    }

    @Test
    void aPlannedRunKnowsItsOwnAliasesInEachPhase() {
        for (String own : List.of(
                "Shardstream-cities-Write-X-y_z",
                "Shardstream-cities-Swap-X-y_z-7-1",
                "Shardstream-cities-Swap-7-1",
                "Shardstream-cities-Live",
                "Shardstream-cities-Returned")) {
            assertThat(NEW.rival("v2", List.of(own, "production"))).as(own).isEmpty();
        }
        assertThat(OLD.rival("v2", List.of("Shardstream-cities", "Shardstream-cities-Swap-topic-7-1")))
                .isEmpty();
    }

    /// A claim has no power, and a block tells only who was the last to set it.
    @Test
    void claimsAndBlocksOfOthersDoNotStopARunThatIsPlanned() {
        assertThat(NEW.rival("v2", List.of("Shardstream-other-Claim-x", "Shardstream-other-Block-x-7-1")))
                .isEmpty();
    }

    /// Whoever reads it may delete the index.
    @Test
    void nobodyIsToldToDeleteWhatProductionMayUse() {
        assertThat(NEW.obstacle("v2", List.of("Shardstream-other-Live")).orElseThrow())
                .contains("do not delete it")
                .doesNotContain("delete this one");
        assertThat(NEW.obstacle("v2", List.of("Shardstream-other-Write-x", "orders"))
                        .orElseThrow())
                .contains("by its alias 'orders': do not delete it", "'run --adopt-target'")
                .doesNotContain("delete this one");
        assertThat(NEW.obstacle("v2", List.of("Shardstream-other-Write-x")).orElseThrow())
                .contains("delete this one");
    }

    /// What clients have deleted there would come back, and no run would take it.
    @Test
    void nobodyIsToldToAdoptWhatIsNotAdopted() {
        for (String mark :
                List.of("Shardstream-other-Done-x", "Shardstream-other-Returned", "Shardstream-other-Live")) {
            assertThat(NEW.obstacle("v2", List.of("Shardstream-a-Write-x", mark))
                            .orElseThrow())
                    .as(mark)
                    .doesNotContain("--adopt-target", "delete this one");
        }
        assertThat(NEW.obstacle("v2", List.of("Shardstream-other-Done-x")).orElseThrow())
                .endsWith("The copy into it is complete, and applications may use it by its own name: do not delete"
                        + " it.");
    }

    @Test
    void aRunThatBeginsTakesNothingForItsOwnButWhatHasItsId() {
        assertThat(NEW.obstacle(
                        "v2", List.of(NEW.writeAlias(), NEW.claim(), "production", "Shardstream-a-Block-x-7-1")))
                .isEmpty();
        for (String other : List.of(
                "Shardstream-cities",
                "Shardstream-cities-Live",
                "Shardstream-cities-Swap-7-1",
                "Shardstream-cities-Write-another")) {
            assertThat(NEW.obstacle("v2", List.of(other)))
                    .hasValueSatisfying(sentence -> assertThat(sentence)
                            .startsWith("Target index 'v2' belongs to another run that is called cities as well: it"
                                    + " has the alias " + other + "."));
        }
        assertThat(NEW.obstacle("v2", List.of(NEW.writeAlias(), "Shardstream-other-Claim-x")))
                .as("a claim that came too late")
                .isEmpty();
        assertThat(NEW.obstacle("v2", List.of("Shardstream-other-Claim-x")))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("Target index 'v2' is being taken by run other at this moment"));
    }

    /// Those for the write alias do not reach a run whose name goes on from this one's; those for all of
    /// them do.
    @Test
    void privilegesAreForTheAliasesOfTheRun() {
        assertThat(NEW.writeAliases()).isEqualTo("Shardstream-cities-Write-*");
        assertThat(NEW.allAliases()).isEqualTo("Shardstream-cities-*");
        assertThat(OLD.writeAliases()).isEqualTo("Shardstream-cities");
        assertThat(OLD.allAliases()).isEqualTo("Shardstream-cities");
    }
}
