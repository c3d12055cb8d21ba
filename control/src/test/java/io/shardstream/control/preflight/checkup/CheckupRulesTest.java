package io.shardstream.control.preflight.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.Watermark;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckupRulesTest {
    private static final Instant NOW = Instant.parse("2026-01-10T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"-1, BLOCKS", "13, WARNS", "14, NOTES", "400, NOTES"})
    void aCertificateIsJudgedByItsDays(long days, Severity severity) {
        Instant until = NOW.plus(Duration.ofDays(days)).plusSeconds(1);
        assertThat(CertificateRule.of("https://es1:9200", until, NOW).severity())
                .isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-9000, 0", "-11000, 1", "14000, 0", "17000, 1"})
    void aClockIsWrongIfItIsFarFromEveryMomentOfTheQuestion(long millis, int findings) {
        JsonNode stats = json("{'nodes':{'a':{'name':'node-1','timestamp':"
                + NOW.plusMillis(millis).toEpochMilli() + "}}}");
        assertThat(ClockRule.of("source", stats, NOW, NOW.plusSeconds(5))).hasSize(findings);
    }

    @Test
    void aRecordThatCannotBeReadKeepsTheRunFromWorking() {
        ControlRecords said = new ControlRecords(Map.of("phase", new byte[] {'{'}, "nobody's", new byte[] {'{'}));
        assertThat(RunRule.unreadable(said)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
            assertThat(finding.code()).isEqualTo(FindingCode.RECORD_UNREADABLE);
            assertThat(finding.what()).startsWith("Record 'phase' of the control topic cannot be read");
        });
    }

    @Test
    void aRecordOfSomebodyElseIsTold() {
        Finding finding = RunRule.unreadable(new UnknownRecordException("record at offset 0 of a-0 has no header o"));
        assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
        assertThat(finding.code()).isEqualTo(FindingCode.RECORD_UNREADABLE);
        assertThat(finding.what())
                .isEqualTo("A record of the run cannot be read: record at offset 0 of a-0 has no header o.");
    }

    @Test
    void aClockThatIsBehindIsNamedWithItsNode() {
        JsonNode stats = json("{'nodes':{'a':{'name':'node-1','timestamp':"
                + NOW.minusSeconds(60).toEpochMilli() + "}}}");
        assertThat(ClockRule.of("target", stats, NOW, NOW.plusSeconds(5)))
                .extracting(Finding::what)
                .containsExactly("The clock of target node 'node-1' is 60 s behind this machine's.");
    }

    @Test
    void aRecordFromTheFutureIsWarnedOf() {
        assertThat(ClockRule.ofRecords(
                        Map.of("a", NOW.plusSeconds(10), "b", NOW.plusSeconds(11), "c", NOW.minusSeconds(999)), NOW))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.WARNS
                        && finding.what().startsWith("The newest record of b is dated 11 s ahead"));
    }

    @Test
    void anIndexWithoutAPrimaryBlocksAndOneWithoutReplicasDoesNot() {
        assertThat(HealthRule.health(true, "cities", json("{'status':'red'}")))
                .map(Finding::severity)
                .contains(Severity.BLOCKS);
        assertThat(HealthRule.health(true, "cities", json("{'status':'yellow'}")))
                .map(Finding::severity)
                .contains(Severity.NOTES);
        assertThat(HealthRule.health(true, "cities", json("{'status':'green'}")))
                .isEmpty();
    }

    @Test
    void anIndexThatIsNotThereLacksNoPrimary() {
        assertThat(HealthRule.health(
                        true,
                        "cities",
                        json("{'status':'red','active_shards':0,'initializing_shards':0,'unassigned_shards':0}")))
                .isEmpty();
        assertThat(HealthRule.health(
                        true,
                        "cities",
                        json("{'status':'red','active_shards':0,'initializing_shards':0,'unassigned_shards':1}")))
                .isPresent();
    }

    @Test
    void aTargetThatTakesNoWritesBlocks() {
        assertThat(HealthRule.indexBlocks(
                        "v2",
                        Map.of("index.blocks.read_only_allow_delete", "true", "index.blocks.write", "false"),
                        false,
                        Set.of()))
                .extracting(Finding::topic)
                .containsExactly("disk");
        assertThat(HealthRule.indexBlocks("v2", Map.of("index.blocks.write", "true"), false, Set.of()))
                .extracting(Finding::topic)
                .containsExactly("target");
    }

    /// What clients write when it is lifted is acknowledged and lost.
    @Test
    void nobodyIsToldToLiftTheBlockOfARollback() {
        Map<String, String> blocks = Map.of("index.blocks.write", "true", "index.blocks.metadata", "true");
        assertThat(HealthRule.indexBlocks("v2", blocks, true, Set.of()))
                .singleElement()
                .matches(finding -> finding.what().contains("(index.blocks.metadata)")
                        && finding.advice().contains("unless this run or another one cuts over or rolls back"));
        assertThat(RunRule.holdsTarget(blocked(Phase.COMPLETED, false))).isTrue();
        assertThat(RunRule.holdsTarget(blocked(Phase.CUTTING_OVER, false))).isTrue();
        assertThat(RunRule.holdsTarget(blocked(Phase.COMPLETED, true)))
                .as("somebody else's, too")
                .isFalse();
        assertThat(RunRule.holdsTarget(blocked(Phase.CATCHING_UP, false)))
                .as("it is in the way of writers")
                .isFalse();
    }

    /// No run sets such a block, so no rollback lifts it.
    @Test
    void aBlockThatIsNoWriteBlockIsNotSaidToBeOfAnotherRun() {
        assertThat(HealthRule.indexBlocks("v2", Map.of("index.blocks.metadata", "true"), false, Set.of("later")))
                .singleElement()
                .matches(finding -> finding.advice().startsWith("Find out who blocked it"));
    }

    @Test
    void anAnswerThatDoesNotSayHowAnIndexIsIsNotTakenForGood() {
        assertThat(HealthRule.health(true, "cities", json("{}")))
                .hasValueSatisfying(finding -> assertThat(finding.what()).contains("health of the source index"));
    }

    private static ControlRecords blocked(Phase phase, boolean isOnAnother) {
        return new ControlRecords(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 1, "").encode(),
                OwnBlock.key(Side.TARGET),
                new OwnBlock(Side.TARGET, "v2", NOW, isOnAnother).encode()));
    }

    @Test
    void aNodeAboveTheHighWatermarkIsWarnedOf() {
        Watermark high = Watermark.high(ClusterSettings.NONE);
        ClusterNode full = new ClusterNode("full", "", Set.of("data"), "", OptionalLong.of(1000), OptionalLong.of(99));
        ClusterNode fine = new ClusterNode("fine", "", Set.of("data"), "", OptionalLong.of(1000), OptionalLong.of(100));
        ClusterNode silent =
                new ClusterNode("silent", "", Set.of("data"), "", OptionalLong.empty(), OptionalLong.empty());
        assertThat(HealthRule.disks("target", List.of(full, fine, silent), high))
                .singleElement()
                .matches(finding -> finding.what().startsWith("Node 'full' of the target has 99 B free"));
    }

    @Test
    void whatTheRunIsBlockedByIsToldWithWhatToDo() {
        Blocked blocked = new Blocked("writer", "Make room, and start it again.", NOW);
        ControlRecords records = new ControlRecords(Map.of(Blocked.key("writer"), blocked.encode()));
        assertThat(RunRule.said("run", records))
                .containsExactly(Finding.blocks(
                        FindingCode.RUN_BLOCKED,
                        "The writer waits since 2026-01-10T12:00:00Z.",
                        "Make room, and start it again."));
    }

    @Test
    void aRunThatIsStoppedIsToldSoAndOneThatIsThrottledToNothing() {
        Blocked blocked = new Blocked(Blocked.REJECTS, "'resume' accepts them.", NOW);
        assertThat(RunRule.said("run", new ControlRecords(Map.of(Blocked.key(Blocked.REJECTS), blocked.encode()))))
                .extracting(Finding::what)
                .containsExactly("The run is stopped since 2026-01-10T12:00:00Z.");

        Throttle nothing = ThrottleText.changed(Throttle.NONE, Map.of("total", "0b"));
        ControlRecords records = new ControlRecords(Map.of(Throttle.KEY, nothing.encode()));
        assertThat(RunRule.throttled(records, NOW)).map(Finding::code).contains(FindingCode.RUN_THROTTLED);
        assertThat(RunRule.throttled(new ControlRecords(Map.of()), NOW)).isEmpty();
    }

    /// C-110.
    @Test
    void whatIsAskedForAndNotDoneIsWarnedOfWithItsAge() {
        Request request = new Request("c-1", Request.Kind.CUTOVER, Map.of(), NOW.minusSeconds(125));
        Map<String, byte[]> values = new HashMap<>(Map.of(Request.KEY, request.encode()));
        assertThat(RunRule.open(new ControlRecords(values), NOW))
                .contains(Finding.warns(
                        FindingCode.REQUEST_OPEN,
                        "'cutover' was asked for 2 min 05 s ago (2026-01-10T11:57:55Z) and has no answer yet.",
                        "Whoever controls the run carries it out, and 'cutover' shows how it goes on. 'abort' takes it"
                                + " back. If no process works on it for 15 minutes, it is not carried out."));
        values.put(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 3, "").encode());
        assertThat(RunRule.open(new ControlRecords(values), NOW).orElseThrow().advice())
                .endsWith("shows how it goes on. 'abort' takes it back.");
        Request release = new Request("r-2", Request.Kind.RELEASE, Map.of(), NOW);
        Step begun = new Step("r-2", 3, 1, "look", true, "", NOW);
        ControlRecords completed = new ControlRecords(
                Map.of(Request.KEY, release.encode(), RunPhase.KEY, new RunPhase(Phase.COMPLETED, 3, "").encode()));
        assertThat(RunRule.open(completed, NOW).orElseThrow().advice()).endsWith("it is not carried out.");
        assertThat(RunRule.open(completed.with(Map.of(begun.key(), begun.encode())), NOW)
                        .orElseThrow()
                        .advice())
                .endsWith("shows how it goes on. 'abort' takes it back.");
        values.put(Answer.key("c-1"), new Answer("c-1", Answer.Outcome.REFUSED, "no", NOW).encode());
        assertThat(RunRule.open(new ControlRecords(values), NOW)).isEmpty();
    }

    @Test
    void aRollbackThatMayHaveMovedProductionIsNotSaidToBeTakenBack() {
        Request request = new Request("r-1", Request.Kind.ROLLBACK, Map.of(), NOW);
        Step swapBack = new Step("r-1", 1, 9, "swap back", false, "", NOW);
        assertThat(RunRule.open(
                        new ControlRecords(Map.of(Request.KEY, request.encode(), swapBack.key(), swapBack.encode())),
                        NOW))
                .map(Finding::advice)
                .contains("Whoever controls the run carries it out, and 'rollback' shows how it goes on.");
    }

    @Test
    void aPauseIsWarnedOf() {
        ControlRecords records = new ControlRecords(Map.of(Pause.KEY, new Pause("upgrade", NOW).encode()));
        assertThat(RunRule.said("run", records))
                .extracting(Finding::what)
                .containsExactly("The run is paused since 2026-01-10T12:00:00Z: upgrade.");
    }

    @Test
    void aRunForWhichNobodyWorksIsBlocked() {
        assertThat(RunRule.members(FindingCode.NO_READER, "reader", 0, false).severity())
                .isEqualTo(Severity.BLOCKS);
        assertThat(RunRule.members(FindingCode.NO_READER, "reader", 2, false))
                .isEqualTo(Finding.notes(FindingCode.PROCESSES_AT_WORK, "2 processes work as reader.", ""));
        assertThat(RunRule.members(FindingCode.NO_WRITER, "writer", 1, false))
                .isEqualTo(Finding.notes(FindingCode.PROCESSES_AT_WORK, "1 process works as writer.", ""));
    }

    /// C-117.
    @Test
    void aRunThatNobodyControlsIsBlocked() {
        assertThat(RunRule.controllers(0, false))
                .isEqualTo(Finding.blocks(
                        FindingCode.NO_CONTROLLER,
                        "No process controls the run.",
                        "Start 'run' or 'control': it goes on where the run was."));
        assertThat(RunRule.controllers(1, false).what()).isEqualTo("1 process controls the run.");
        assertThat(RunRule.controllers(2, false).what()).isEqualTo("2 processes control the run or stand by to do so.");
    }

    @Test
    void nobodyIsSentToStartARunThatWaitsForAPerson() {
        String advice = "First do what run-blocked says: a process that is started before ends again.";
        assertThat(RunRule.controllers(0, true).advice()).isEqualTo(advice);
        assertThat(RunRule.members(FindingCode.NO_READER, "reader", 0, true).advice())
                .isEqualTo(advice);
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
