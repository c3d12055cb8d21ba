package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.state.lanes.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A cut-over after which production would meet another index than before, or whose swap would be refused.
class RequirementsTest {
    private static final String REQUIRED = "{\"_routing\":{\"required\":true}}";
    private static final String WITH_FIELD = "{\"properties\":{\"born\":{\"type\":\"date\"}}}";

    @Test
    void aRoutingThatOnlyOneSideRequires() throws Exception {
        for (String index : List.of(CutoverFixture.SOURCE, CutoverFixture.TARGET)) {
            CutoverFixture run = new CutoverFixture();
            run.cluster.mappings.put(index, REQUIRED);
            assertRefusedWhateverIsSaid(run, "refuses writes without a routing (_routing.required)");
        }
    }

    @Test
    void anAliasWhoseFilterTheTargetCannotHave() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.untakenFilter = "\"kind\"";
        assertRefusedWhateverIsSaid(run, "the target cannot have alias 'places' as the source has it (failed to parse");
    }

    @Test
    void aPrivilegeThatTheSwapOrItsBlocksNeed() throws Exception {
        for (String name : List.of("places", "Shardstream-x-*", CutoverFixture.SOURCE)) {
            CutoverFixture run = new CutoverFixture();
            run.cluster.lacking.add(name);
            assertRefusedWhateverIsSaid(run, "lacks the privilege 'manage' on '" + name + "'");
        }
    }

    @Test
    void aNameOfProductionThatAnIndexOfTheTargetsClusterHas() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.with("places", "p");
        assertRefusedWhateverIsSaid(run, "in the target's cluster an index is called 'places'");
    }

    @Test
    void anAliasOfProductionThatIsTheWriteAliasOfAnotherIndexThere() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.with("old", "o", CutoverFixture.FILTERED);
        assertRefusedWhateverIsSaid(run, "in the target's cluster alias 'places' is on 'old'");
    }

    /// Such as of months that were moved there before.
    @Test
    void anAliasOfProductionThatAnotherIndexHasThereCanBeForced() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.with("old", "o", Alias.plain("search"));
        Request refused = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(refused).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(refused).sentence()).contains("alias 'search' is on 'old'", "--force goes on");

        Request forced = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();
        assertThat(run.answer(forced).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(forced).sentence()).contains("By --force: ", "alias 'search' is on 'old'");
    }

    /// What searches find is compared for up to an hour, and documents for longer.
    @Test
    void whatComesWhileBothSidesAreComparedIsSeenRightBeforeTheBlock() throws Exception {
        CutoverFixture late = whileComparing(
                run -> run.cluster.settingsOf(CutoverFixture.TARGET).put("index.default_pipeline", "geo"));
        assertNotBlocked(late, "has index.default_pipeline geo and the source _none");
        assertNotBlocked(whileComparing(run -> run.cluster.health = "yellow"), "is yellow and not green");
        assertNotBlocked(
                whileComparing(run -> run.cluster.with("old", "o", Alias.plain("search"))),
                "in the target's cluster alias 'search' is on 'old'");

        CutoverFixture forced = whileComparing(run -> run.cluster.health = "yellow");
        Request request = forced.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        forced.control();
        assertThat(forced.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(forced.answer(request).sentence()).contains("By --force: target index 'cities-v2' is yellow");
    }

    @Test
    void whatPassesWithinSecondsDoesNotEndACutOverThatHasComparedForHours() throws Exception {
        CutoverFixture run = whileComparing(late -> {
            late.cluster.health = "yellow";
            late.run.whileSleeping(() -> late.cluster.health = "green");
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Such as what a cluster moves to balance its nodes, or a process that is started anew.
    @Test
    void whatNoForceHelpsAgainstIsWaitedForAfterTheComparison() throws Exception {
        assertWaitedFor(
                45,
                late -> late.run.target(0).move(),
                late -> late.run.target(0).arrive(),
                "wait for what is in the way: the primary of cities-v2[0] is being moved to another node");
        assertWaitedFor(
                45,
                late -> late.run.source(1).move(),
                late -> late.run.source(1).arrive(),
                "check the conditions: the primary of cities[1] is being moved to another node");
        assertWaitedFor(
                5,
                late -> late.run.atWork(new Workers(0, 1)),
                late -> late.run.atWork(new Workers(1, 1)),
                "wait for what is in the way: no reader is at work");
    }

    /// As of a shard that has no primary: nobody expects the cut-over any more when it has one again.
    @Test
    void conditionsThatCannotBeSeenAreNotWaitedForForEver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.source(0).before(_ -> {
            throw new TimeoutException("The shard does not answer");
        });
        AtomicInteger waits = new AtomicInteger();
        run.run.whileSleeping(
                () -> assertThat(waits.incrementAndGet()).as("tries").isLessThan(20_000));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("'check the conditions' has failed");
    }

    /// Each trial makes an index in production's cluster, and deletes it.
    @Test
    void whetherNamesOfBlocksCanHangOnIndicesIsTriedOnceForAllLooks() throws Exception {
        CutoverFixture run = whileComparing(late -> {
            late.run.target(0).move();
            Instant end = late.run.instant().plusSeconds(20);
            late.run.whileSleeping(() -> {
                late.run.copy();
                if (!late.run.instant().isBefore(end)) {
                    late.run.target(0).arrive();
                }
            });
        });
        run.sourceCluster.isOld = true;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.sourceCluster.anchorTrials).isEqualTo(1);
    }

    /// Somebody may make room for one meanwhile.
    @Test
    void thatNoIndexCanBeMadeForANameIsLookedAtAgainByTheNextRequest() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.sourceCluster.isOld = true;
        run.sourceCluster.isAnchorLost = true;
        for (int request = 1; request <= 2; request++) {
            Answer refused = run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
            assertThat(refused.sentence()).contains("has found no node within seconds");
            assertThat(run.sourceCluster.anchorTrials).isEqualTo(request);
        }
        run.sourceCluster.isAnchorLost = false;
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes")).outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void itIsNotWaitedForForEver() throws Exception {
        CutoverFixture run = whileComparing(late -> late.run.target(0).move());
        Instant begun = run.run.instant();
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("cities-v2[0] is being moved", "Production was not blocked or moved");
        assertThat(Duration.between(begun, run.run.instant()))
                .isBetween(Duration.ofSeconds(55), Duration.ofSeconds(90));
    }

    private static void assertWaitedFor(
            int seconds, Consumer<CutoverFixture> comes, Consumer<CutoverFixture> passes, String told)
            throws Exception {
        CutoverFixture run = whileComparing(late -> {
            comes.accept(late);
            Instant end = late.run.instant().plusSeconds(seconds);
            late.run.whileSleeping(() -> {
                late.run.copy();
                if (!late.run.instant().isBefore(end)) {
                    passes.accept(late);
                }
            });
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome())
                .as(run.answer(request).sentence())
                .isEqualTo(Answer.Outcome.DONE);
        assertThat(run.topic.said().all(Step.keyPrefix(request.id()), Step::decode))
                .anySatisfy(
                        step -> assertThat(step.name() + ": " + step.detail()).startsWith(told));
    }

    private static CutoverFixture whileComparing(Consumer<CutoverFixture> meanwhile) {
        CutoverFixture run = new CutoverFixture(true);
        run.searching((_, _) -> {
            meanwhile.accept(run);
            return new MeaningReport(4, 4, 10, 0, List.of(), List.of(), Map.of());
        });
        return run;
    }

    private static void assertNotBlocked(CutoverFixture run, String why) throws Exception {
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.sourceCluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).startsWith("Not cut over: ").contains(why, "--force goes on");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void whatSearchesWouldNoticeNeedsConsentByName() throws Exception {
        CutoverFixture run = withDifferences();
        assertRefusedWhateverIsSaid(
                run,
                "searches or later writes would notice that the target has 2 settings or fields otherwise than the"
                        + " source: born (only the source has it), index.max_result_window (20000 → 10000)");

        Request half = run.ask(Request.Kind.CUTOVER, accepting("born"));
        run.control();
        assertThat(run.answer(half).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(half).sentence())
                .contains("--accept-difference 'index.max_result_window'")
                .doesNotContain("born");

        Map<String, String> both = accepting("born\nindex.max_result_window");
        Map<String, String> dry = new HashMap<>(both);
        dry.put("dry-run", "yes");
        Request dryRun = run.ask(Request.Kind.CUTOVER, dry);
        run.control();
        assertThat(run.answer(dryRun).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(dryRun).sentence()).contains("will notice", "born (only the source has it)");

        Request request = run.ask(Request.Kind.CUTOVER, both);
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.topic.said().of(SignedOff.KEY, SignedOff::decode).map(SignedOff::verdict))
                .hasValueSatisfying(verdict -> assertThat(verdict)
                        .endsWith("; accepted that the target has otherwise: born, index.max_result_window"));
    }

    @Test
    void versionsThatClientsGiveNeedConsent() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.given = Optional.of(new GivenVersion(1_700_000_000_000L, 20));
        assertRefusedWhateverIsSaid(run, "--accept-difference '_version'");

        Request request = run.ask(Request.Kind.CUTOVER, accepting("_version"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aPolicyAndAPipelineOfTheSourceNeedConsentByName() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.sourceCluster.settingsOf(CutoverFixture.SOURCE).put("index.lifecycle.name", "days");
        run.sourceCluster.settingsOf(CutoverFixture.SOURCE).put("index.default_pipeline", "geo");
        run.cluster.settingsOf(CutoverFixture.TARGET).put("index.default_pipeline", "geo");
        run.sourceCluster.referred.put("_ingest/pipeline/geo", "{\"processors\":[]}");
        assertRefusedWhateverIsSaid(
                run, "--accept-difference '_ingest/pipeline/geo' --accept-difference 'index.lifecycle.name'");

        Request request = run.ask(Request.Kind.CUTOVER, accepting("_ingest/pipeline/geo\nindex.lifecycle.name"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Other settings of the target are another difference, which `--force` passes.
    @Test
    void aPipelineThatTheTargetIsNotMeantToHaveNeedsNoConsentOfItsOwn() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.sourceCluster.settingsOf(CutoverFixture.SOURCE).put("index.default_pipeline", "geo");
        run.sourceCluster.referred.put("_ingest/pipeline/geo", "{\"processors\":[]}");

        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains("By --force: ", "has index.default_pipeline _none and the source geo")
                .doesNotContain("--accept-difference");
    }

    /// It comes with the documents that have it.
    @Test
    void aFieldThatIsOnItsWayIsWaitedFor() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.mappings.put(CutoverFixture.SOURCE, WITH_FIELD);
        run.run.whileSleeping(() -> {
            run.run.copy();
            run.cluster.mappings.put(CutoverFixture.TARGET, WITH_FIELD);
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Comparing both sides may take hours.
    @Test
    void whatComesWhileBothSidesAreComparedIsFoundBeforeTheBlock() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.once("before name", () -> run.cluster.mappings.put(CutoverFixture.SOURCE, WITH_FIELD));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("born (only the source has it)", "not blocked or moved");
        assertNotTouched(run);
    }

    private static Map<String, String> accepting(String names) {
        return Map.of("accept-difference", names);
    }

    private static CutoverFixture withDifferences() {
        CutoverFixture run = new CutoverFixture();
        run.cluster.mappings.put(CutoverFixture.SOURCE, WITH_FIELD);
        run.cluster.settingsOf(CutoverFixture.SOURCE).put("index.max_result_window", "20000");
        run.cluster.settingsOf(CutoverFixture.TARGET).put("index.max_result_window", "10000");
        return run;
    }

    private static void assertRefusedWhateverIsSaid(CutoverFixture run, String why) throws Exception {
        for (Map<String, String> options :
                List.of(Map.<String, String>of(), Map.of("force", "yes"), Map.of("dry-run", "yes"))) {
            Request request = run.ask(Request.Kind.CUTOVER, options);
            run.control();

            assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(request).sentence())
                    .startsWith("Not cut over: ")
                    .contains(why, "Nothing was changed.")
                    .doesNotContain("--force");
            assertNotTouched(run);
        }
    }

    private static void assertNotTouched(CutoverFixture run) {
        assertThat(run.sourceCluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(run.sourceCluster.names(CutoverFixture.SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(CutoverFixture.TARGET)).containsExactly("Shardstream-x");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }
}
