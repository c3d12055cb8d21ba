package io.shardstream.control.preflight;

import static io.shardstream.control.preflight.SurveyFixture.READ;
import static io.shardstream.control.preflight.SurveyFixture.TRY;
import static io.shardstream.control.preflight.SurveyFixture.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is found of a run that has begun, or has ended.
class BegunRunSurveyTest {
    private SurveyFixture fixture;
    private SurveyServers servers;

    @BeforeEach
    void start() throws IOException {
        fixture = new SurveyFixture();
        servers = fixture.servers;
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    /// C-116.
    @Test
    void aRunThatHasEndedIsNotOneThatGoesOn() throws ElasticException {
        fixture.existingTarget();
        begun(Phase.COMPLETED, "");
        Report report = fixture.survey(TRY);
        assertThat(report.findings())
                .containsExactly(Finding.blocks(
                        FindingCode.RUN_ENDED,
                        "Run run is completed.",
                        "'run' copies nothing more. To copy again, begin a new run under another name, into another"
                                + " target index."));
        assertThat(report.canBeDone()).isFalse();
        assertThat(report.sample()).isEmpty();

        begun(Phase.ABORTED, "production went back to 'cities'");
        assertThat(fixture.survey(TRY).findings())
                .containsExactly(Finding.blocks(
                        FindingCode.RUN_ENDED,
                        "Run run is aborted: production went back to 'cities'.",
                        "Begin a new run under another name."));
    }

    @Test
    void aRunThatHasEndedNeedsNoClusters() throws ElasticException {
        begun(Phase.COMPLETED, "");
        servers.source.close();
        servers.target.close();
        assertThat(fixture.blocks()).extracting(Finding::code).containsExactly(FindingCode.RUN_ENDED);
    }

    /// C-65.
    @Test
    void aTargetThatIsGoneIsNotMadeAgainByARunThatHasBegun() throws ElasticException {
        begun(Phase.CATCHING_UP, "");
        servers.target.answers("/_cluster/state/blocks,metadata/v2", 200, "{'cluster_name':'c'}");
        assertThat(fixture.survey(READ).findings())
                .containsExactly(Finding.blocks(
                        FindingCode.TARGET_GONE,
                        "The target index 'v2' is gone.",
                        "Begin a new run under another name."));
        assertThat(servers.target.requests()).allMatch(SurveyFixture::changesNothing);
    }

    @Test
    void aTargetThatOneNodeDoesNotKnowIsNotMadeAgainEither() throws ElasticException {
        begun(Phase.BACKFILL, "");
        servers.target.answers("/_cluster/state/blocks,metadata/v2", 503, "{}");
        assertThat(fixture.blocks()).extracting(Finding::code).containsExactly(FindingCode.TARGET_NOT_SEEN);
    }

    @Test
    void indicesThatWereMadeAgainAreFoundOnBothSides() throws ElasticException {
        fixture.existingTarget();
        begun(Phase.BACKFILL, "");
        assertThat(fixture.survey(READ).findings())
                .extracting(Finding::code)
                .contains(FindingCode.RUN_PREPARED)
                .doesNotContain(FindingCode.SOURCE_MADE_AGAIN, FindingCode.TARGET_MADE_AGAIN);
        begun("s", "other", Phase.BACKFILL, "");
        assertThat(fixture.blocks())
                .extracting(Finding::code)
                .containsExactly(FindingCode.SOURCE_MADE_AGAIN, FindingCode.TARGET_MADE_AGAIN);
    }

    @Test
    void aRunFileThatDoesNotBelongToTheRunIsFound() throws ElasticException {
        fixture.existingTarget();
        begun(Phase.BACKFILL, "");
        fixture.wish = wish(OptionalInt.of(7), 1, Map.of());
        assertThat(fixture.blocks()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.RUN_FILE_DIFFERS);
            assertThat(finding.what()).contains("it says target.shards 7, and the run was planned with");
        });
    }

    private void begun(Phase phase, String why) {
        begun("u", "t", phase, why);
    }

    private void begun(String sourceUuid, String targetUuid, Phase phase, String why) {
        RunPlan plan = new RunPlan(
                "cities",
                sourceUuid,
                1,
                "v2",
                targetUuid,
                new ShardRouting(1, 1024, 1),
                "Shardstream-run-Write-x",
                "docs",
                1000,
                List.of(0L),
                1);
        ControlRecords records = new ControlRecords(
                Map.of(RunPlan.KEY, plan.encode(), RunPhase.KEY, new RunPhase(phase, 1, why).encode()));
        fixture.kafka = () -> new KafkaFacts(
                3,
                OptionalInt.of(25),
                Map.of("min.insync.replicas", "2"),
                SurveyServers.ROOMS,
                List.of(),
                true,
                Optional.of(TargetOwner.planned(plan)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(records));
    }
}
