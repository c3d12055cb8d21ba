package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.cluster.RunInCluster.Given;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.run.clean.LastCopy;
import io.shardstream.control.run.clean.Leftovers;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.run.cutover.Rollback;
import io.shardstream.control.run.cutover.ServedCluster;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What a run that is over has left in clusters in memory.
class LeftoversTest {
    private static final String WRITE = "Shardstream-x-Write-id";
    private static final String BLOCK = "Shardstream-x-Block-docs-1-1";

    private final MemoryCluster source = new MemoryCluster("old").with("cities", "s");
    private final MemoryCluster target = new MemoryCluster("new").with("v2", "t", Alias.plain(WRITE));

    /// Its owner has made it read-only.
    @Test
    void aBlockThatTheRunHasNeverSetIsNotItsOwn() throws Exception {
        target.block("v2", true);
        Leftovers left = left(Map.of());
        assertThat(left.seen().aliases()).hasSize(1);
        assertThat(left.needed(left.seen().aliases())).isEmpty();
    }

    @Test
    void aBlockThatTheRunMayHaveSetIsToBeLiftedFirst() throws Exception {
        target.with("v2", "t", Alias.plain(WRITE), Alias.plain(BLOCK));
        target.block("v2", true);
        Leftovers left = left(Map.of());
        assertThat(left.needed(left.seen().aliases()))
                .hasValueSatisfying(why -> assertThat(why).contains("'v2'", "may have set"));
    }

    /// The old cluster is switched off when nobody wants to go back to it.
    @Test
    void aSourceThatIsSwitchedOffIsPassedOverOnceTheWayBackIsGivenUp() throws Exception {
        try (ElasticCluster nobody = nobody()) {
            Leftovers left = left(released("old"), new HttpClusterSwitch(nobody));
            left.requireClusters();
            Leftovers.Seen seen = left.seen();
            assertThat(seen.isSourceSilent()).isTrue();
            assertThat(seen.aliases()).singleElement().satisfies(aliases -> {
                assertThat(aliases.cluster()).isEqualTo("target");
                assertThat(aliases.given()).extracting(Given::alias).containsExactly(WRITE);
            });
            assertThat(left.needed(seen.aliases())).isEmpty();
        }
    }

    @Test
    void aSourceThatDoesNotAnswerIsAskedAgainWhileProductionMayComeBack() throws Exception {
        try (ElasticCluster nobody = nobody()) {
            HttpClusterSwitch silent = new HttpClusterSwitch(nobody);
            Map<String, byte[]> cutOver = released("old");
            cutOver.remove(Answer.key("release-1"));
            Map<String, byte[]> withoutCutover = released("old");
            withoutCutover.remove(CutoverNotes.KEY);
            for (Map<String, byte[]> said : List.of(cutOver, withoutCutover)) {
                Leftovers left = left(said, silent);
                assertThatThrownBy(left::requireClusters).isInstanceOf(ElasticException.Unreachable.class);
                assertThatThrownBy(left::seen).isInstanceOf(ElasticException.Unreachable.class);
            }
        }
    }

    /// Nothing is looked for, or deleted, in the other one: a run of this name may work there.
    @Test
    void aTargetsClusterThatWasLostIsPassedOverOnceTheRunIsGivenUp() throws Exception {
        Map<String, byte[]> said = givenUp();
        said.put(Agreed.KEY, new Agreed(true, "", source.clusterUuid(), "lost").encode());
        target.remove("v2");
        Leftovers left = left(said);
        left.requireClusters();
        assertThat(left.seen().isTargetLost()).isTrue();

        target.with("v2", "another", Alias.plain(WRITE));
        assertThatThrownBy(left::requireClusters)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("correct target.nodes");
        target.remove("v2");
        said.put(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode());
        Leftovers completed = left(said);
        assertThatThrownBy(completed::requireClusters).isInstanceOf(RunRefusedException.class);
    }

    /// Only the addresses of the source are out of date.
    @Test
    void theOneClusterOfBothSidesIsAskedByTheTargetsAddresses() throws Exception {
        target.with("cities", "s", Alias.plain(BLOCK));
        try (ElasticCluster nobody = nobody()) {
            Leftovers.Seen seen =
                    left(released("new"), new HttpClusterSwitch(nobody)).seen();
            assertThat(seen.isSourceSilent()).isFalse();
            assertThat(seen.aliases())
                    .singleElement()
                    .satisfies(aliases ->
                            assertThat(aliases.given()).extracting(Given::alias).containsExactly(BLOCK, WRITE));
        }
    }

    @Test
    void aRunWithoutAPlanHasLeftWhatIsOfItsIdAlone() throws Exception {
        String claim = "Shardstream-x-Claim-id";
        for (String other : List.of("Shardstream-x-Write-id2", "Shardstream-x-Live", "Shardstream-x-Returned", claim)) {
            target.with("v2", "t", Alias.plain(WRITE), Alias.plain(other));
            Leftovers.Seen seen =
                    Leftovers.beforePlan(TargetOwner.beginning("x", new RunId("id", Instant.EPOCH)), "v2", target);
            assertThat(seen.aliases()).singleElement().satisfies(aliases -> {
                assertThat(aliases.given())
                        .extracting(Given::alias)
                        .containsExactlyElementsOf(other.equals(claim) ? List.of(claim, WRITE) : List.of(WRITE));
                aliases.drop();
            });
            assertThat(target.names("v2")).isEqualTo(other.equals(claim) ? Set.of() : Set.of(other));
        }
    }

    /// By which production finds the index, or another run knows its own.
    @Test
    void whatOthersHaveGivenAnIndexOfTheRunStays() throws Exception {
        List<String> others =
                List.of("production", "Shardstream-y-Live", "Shardstream-y-Write-id", "Shardstream-x-Block-other-1-1");
        for (String other : others) {
            target.give(other, "v2", "v2");
        }
        List<Leftovers.Aliases> seen = left(Map.of()).seen().aliases();
        assertThat(seen)
                .singleElement()
                .satisfies(aliases ->
                        assertThat(aliases.given()).extracting(Given::alias).containsExactly(WRITE));
        seen.getFirst().drop();
        assertThat(target.names("v2")).isEqualTo(Set.of("production", "Shardstream-y-Live", "Shardstream-y-Write-id"));
        assertThat(target.blockNames("v2")).containsExactly("Shardstream-x-Block-other-1-1");
    }

    /// A snapshot is restored with its aliases.
    @Test
    void aRestoredCopyOfTheTargetLosesTheAliasesOfTheRunAndNothingElse() throws Exception {
        target.with("v2-copy", "c", Alias.plain(WRITE), Alias.plain("Shardstream-x-Returned"), Alias.plain("reports"));
        Leftovers.Aliases seen = left(rolledBack()).seen().aliases().getFirst();
        assertThat(seen.given())
                .extracting(Given::index, Given::alias)
                .contains(tuple("v2", WRITE), tuple("v2-copy", WRITE), tuple("v2-copy", "Shardstream-x-Returned"));

        seen.drop();

        assertThat(target.names("v2")).isEmpty();
        assertThat(target.names("v2-copy")).containsExactly("reports");
    }

    /// One without an id may be that of a run of the same name with another Kafka.
    @Test
    void otherIndicesAreLookedForByNamesWithTheRunsId() throws Exception {
        target.with("v2", "t", Alias.plain("Shardstream-x-Done-docs"), Alias.plain("Shardstream-x-Returned"));
        target.with("v2-copy", "c", Alias.plain("Shardstream-x-Done-docs"));
        target.with("v9", "n", Alias.plain("Shardstream-x-Returned"));
        assertThat(left(rolledBack()).seen().aliases().getFirst().given())
                .extracting(Given::index, Given::alias)
                .containsExactly(
                        tuple("v2", "Shardstream-x-Done-docs"),
                        tuple("v2", "Shardstream-x-Returned"),
                        tuple("v2-copy", "Shardstream-x-Done-docs"));
    }

    /// The alias by which no run adopts it goes with the rest.
    @Test
    void aTargetThatClientsMayHaveUsedSaysSoInItsMappingBeforeItsAliasIsGone() throws Exception {
        for (String alias : List.of("Shardstream-x-Done-docs", "Shardstream-x-Returned", WRITE)) {
            target.mappings.put(
                    "v2", "{\"_meta\":{\"shardstream\":{\"source_uuid\":\"s\",\"version_mode\":\"seqno\"}}}");
            target.with("v2", "t", Alias.plain(alias));
            left(rolledBack()).seen().aliases().getFirst().drop();
            assertThat(target.names("v2")).isEmpty();
            assertThat(ReleasedMark.isIn(new JsonMapper().readTree(target.mappings.get("v2"))))
                    .isEqualTo(!alias.equals(WRITE));
        }
    }

    /// Its block is all that says so when a run was given up behind a cut-over that was taken back.
    @Test
    void soDoesOneToWhichACutOverWasTriedAndNotItsSource() throws Exception {
        String mapping = "{\"_meta\":{\"shardstream\":{\"source_uuid\":\"s\",\"version_mode\":\"seqno\"}}}";
        target.mappings.put("v2", mapping);
        source.mappings.put("cities", mapping);
        target.with("v2", "t", Alias.plain(BLOCK));
        source.with("cities", "s", Alias.plain(BLOCK));
        for (Leftovers.Aliases aliases : left(givenUp()).seen().aliases()) {
            aliases.drop();
        }
        assertThat(target.names("v2")).isEmpty();
        assertThat(source.names("cities")).isEmpty();
        assertThat(ReleasedMark.isIn(new JsonMapper().readTree(target.mappings.get("v2"))))
                .isTrue();
        assertThat(source.mappings.get("cities")).isEqualTo(mapping);
    }

    /// The run file names another one since.
    @Test
    void aTargetThatWasRenamedBeforeThereWasAPlanIsFoundByItsAliases() throws Exception {
        for (String alias : List.of(WRITE, "Shardstream-x-Claim-id")) {
            target.with("v2", "t", Alias.plain(alias));
            Leftovers.Seen seen =
                    Leftovers.beforePlan(TargetOwner.beginning("x", new RunId("id", Instant.EPOCH)), "v3", target);
            assertThat(seen.aliases())
                    .singleElement()
                    .satisfies(aliases ->
                            assertThat(aliases.given()).extracting(Given::index).containsExactly("v2"));
        }
    }

    @Test
    void whatIsNotWrittenCountsWhereTheSourceIsGoneAndTheTargetIsWhole() throws Exception {
        source.remove("cities");
        assertThat(left(givenUp()).lastCopy(LeftoversTest::written))
                .hasValueSatisfying(last -> assertThat(last.unlessAccepted(last.inKafkaOnly(written(), 7, Set.of()), 0))
                        .hasValue("Keep the run's topics: index 'cities' is gone, and 3 documents are in Kafka that the"
                                + " target may not have. --accept-unwritten 3 deletes them all the same."));
    }

    @Test
    void whatIsNotWrittenCountsWhereTheSourceHasLostWhatWasReadOfIt() throws Exception {
        source.reach.put("cities", List.of(new ShardReach("restored", 9)));
        assertThat(left(givenUp()).lastCopy(LeftoversTest::written))
                .hasValueSatisfying(last -> assertThat(last.unlessAccepted(last.inKafkaOnly(written(), 7, Set.of()), 0))
                        .hasValueSatisfying(why -> assertThat(why)
                                .startsWith("Keep the run's topics: shard 0 of 'cities' has begun a new history since"
                                        + " it was read,")
                                .contains("3 documents are in Kafka that the target may not have")));
    }

    /// As after `resume --new-history`: the target was to lose what the source has lost.
    @Test
    void aHistoryThatWasAcceptedIsTheSources() throws Exception {
        source.reach.put("cities", List.of(new ShardReach("restored", 9)));
        Map<String, byte[]> said = givenUp();
        said.put(AcceptedHistory.key(0), new AcceptedHistory(0, "restored", 2, 9).encode());
        assertThat(left(said).lastCopy(LeftoversTest::written)).isEmpty();
    }

    /// As by a pattern that meets both names: Kafka has the only copy of what was written, too.
    @Test
    void allThatKafkaKeepsCountsWhereBothIndicesAreGone() throws Exception {
        source.remove("cities");
        target.remove("v2");
        assertThat(left(givenUp()).lastCopy(LeftoversTest::written)).hasValueSatisfying(last -> {
            assertThat(last.unlessAccepted(last.inKafkaOnly(written(), 7, Set.of()), 8))
                    .hasValue("Keep the run's topics: index 'cities' is gone, index 'v2' is gone, and 9 records of"
                            + " documents are in Kafka alone. --accept-unwritten 9 deletes them all the same.");
            assertThat(last.unlessAccepted(9, 9)).isEmpty();
        });
    }

    @Test
    void anotherIndexOfTheTargetsNameHasNothingOfTheRun() throws Exception {
        source.remove("cities");
        target.with("v2", "another");
        assertThat(left(givenUp()).lastCopy(LeftoversTest::written))
                .hasValueSatisfying(last ->
                        assertThat(last.target().orElseThrow()).contains("is not the index that this run wrote"));
    }

    @Test
    void aTargetThatWasEmptiedHasNothingOfTheRun() throws Exception {
        source.remove("cities");
        target.empty("v2");
        assertThat(left(givenUp()).lastCopy(LeftoversTest::written))
                .hasValueSatisfying(last -> assertThat(last.target()).hasValue("'v2' holds no documents"));
    }

    /// Its source may have been deleted since, as it is not needed any more.
    @Test
    void aCompleteCopyIsTheLastOneOnlyWhereItsTargetIsGoneToo() throws Exception {
        source.remove("cities");
        assertThat(left(Map.of()).lastCopy(LeftoversTest::written)).isEmpty();
        target.remove("v2");
        assertThat(left(Map.of()).lastCopy(LeftoversTest::written)).isPresent();
        assertThat(left(released("old")).lastCopy(LeftoversTest::written)).isEmpty();
    }

    @Test
    void theCopyThatARollbackHasGivenItsNameStandsForTheSource() throws Exception {
        source.remove("cities");
        target.remove("v2");
        source.with("cities-before-1", "c", Alias.plain("cities"));
        Map<String, byte[]> said = givenUp();
        assertThat(left(said).lastCopy(LeftoversTest::written)).isPresent();
        said.put(
                SourceCopy.key("cities-before-1"),
                new SourceCopy("cutover-1", "cities-before-1", "c", Instant.EPOCH).encode());
        assertThat(left(said).lastCopy(LeftoversTest::written)).isEmpty();
    }

    @Test
    void aCopyThatIsNotWholeOrAnotherOrLacksAPrimaryDoesNotStandForTheSource() throws Exception {
        source.remove("cities");
        source.with("cities-before-1", "c", Alias.plain("cities"));
        assertThat(lastCopy("c")).isEmpty();
        assertThat(lastCopy("")).isPresent();
        assertThat(lastCopy("of an earlier one")).isPresent();
        source.with("cities-before-1", "", Alias.plain("cities"));
        assertThat(lastCopy("")).isPresent();
        source.with("cities-before-1", "c", Alias.plain("cities")).lose("cities-before-1", 0);
        assertThat(lastCopy("c")).isPresent();
    }

    private Optional<LastCopy> lastCopy(String uuidOfCopy) throws Exception {
        Map<String, byte[]> said = givenUp();
        said.put(
                SourceCopy.key("cities-before-1"),
                new SourceCopy("cutover-1", "cities-before-1", uuidOfCopy, Instant.EPOCH).encode());
        return left(said).lastCopy(LeftoversTest::written);
    }

    @Test
    void whatIsNotWrittenCountsWhereTheSourceLacksAPrimary() throws Exception {
        source.lose("cities", 0);
        assertThat(left(givenUp()).lastCopy(LeftoversTest::written))
                .hasValueSatisfying(last -> assertThat(last.unlessAccepted(last.inKafkaOnly(written(), 7, Set.of()), 0))
                        .hasValueSatisfying(why -> assertThat(why).contains("'cities' cannot be read, ")));
    }

    /// Its Kafka was lost, and the target was adopted by a run of its name in another one.
    @Test
    void theMarkOfACutOverThatTheRunDoesNotKnowOfIsLeftToItsOwner() throws Exception {
        target.with("v2", "t", Alias.plain("Shardstream-x-Live"));
        Leftovers left = left(givenUp());
        assertThat(left.needed(left.seen().aliases()))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains(
                                "It may be of another run that is called x",
                                "leave it to the 'rollback' or 'release'"));
    }

    @Test
    void theMarkOfARollbackIsTheRunsOwnOnlyIfItWasRolledBack() throws Exception {
        target.with("v2", "t", Alias.plain("Shardstream-x-Returned"));
        Map<String, byte[]> said = rolledBack();
        assertThat(left(said).seen().aliases()).hasSize(1);
        said.keySet().removeIf(key -> key.startsWith(Step.KEY_PREFIX));
        assertThat(left(said).seen().aliases()).isEmpty();
        assertThat(left(givenUp()).seen().aliases()).isEmpty();
    }

    private static Map<String, byte[]> rolledBack() {
        Map<String, byte[]> said = released("old");
        said.remove(Answer.key("release-1"));
        said.put(RunPhase.KEY, new RunPhase(Phase.ABORTED, 1, "").encode());
        Step back = new Step("rollback-1", 1, 1, Rollback.SWAP_BACK, true, "", Instant.EPOCH);
        said.put(back.key(), back.encode());
        return said;
    }

    private static Map<String, byte[]> givenUp() {
        return new HashMap<>(Map.of(RunPhase.KEY, new RunPhase(Phase.ABORTED, 1, "").encode()));
    }

    /// A run of which one record waits and two were rejected.
    private static RunState written() {
        Checkpoint read = new Checkpoint("docs", "s", "h", 1, 9, 7, 0);
        return new RunState(plan(), Map.of(0, read), List.of(7L), List.of(6L), 2);
    }

    private static ElasticCluster nobody() throws Exception {
        return ElasticCluster.of(
                ElasticSettings.open("source", List.of(ServedCluster.nobody()), Duration.ofSeconds(20), "test"));
    }

    private static Map<String, byte[]> released(String sourceCluster) {
        Request cutover = new Request("cutover-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
        Map<String, byte[]> said = new HashMap<>();
        said.put(Agreed.KEY, new Agreed(true, "", sourceCluster, "new").encode());
        said.put(
                CutoverNotes.KEY,
                new CutoverNotes(
                                cutover, Instant.EPOCH, List.of(1L), List.of(1L), Optional.of(List.of("production")), 1)
                        .encode());
        said.put(Answer.key("release-1"), new Answer("release-1", Answer.Outcome.DONE, "", Instant.EPOCH).encode());
        return said;
    }

    private Leftovers left(Map<String, byte[]> more) {
        return left(more, source);
    }

    private Leftovers left(Map<String, byte[]> more, ClusterSwitch ofSource) {
        Map<String, byte[]> said = new HashMap<>(more);
        said.put(RunPlan.KEY, plan().encode());
        said.putIfAbsent(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode());
        return new Leftovers("x", new ControlRecords(said), ofSource, target);
    }

    private static RunPlan plan() {
        return new RunPlan(
                "cities", "s", 1, "v2", "t", new ShardRouting(1, 1024, 1), WRITE, "docs", 1000, List.of(0L), 1);
    }
}
