package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SwapSurveyTest {
    private static final String SOURCE = "logs-000001";
    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");

    private SurveyServers servers;

    @BeforeEach
    void start() throws IOException {
        servers = new SurveyServers();
        servers.source
                .answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}")
                .answers("/" + SOURCE + "/_alias", 200, """
                        {'logs-000001':{'aliases':{'logs':{'is_write_index':true},'search':{}}}}""")
                .answers("/_cluster/state/blocks,metadata,routing_table/" + SOURCE, 200, """
                        {'cluster_name':'c','metadata':{'indices':{'logs-000001':{'state':'open',
                         'aliases':['logs','search'],'settings':{'index':{'uuid':'u'}}}}},
                         'routing_table':{'indices':{'logs-000001':{'shards':{
                         '0':[{'primary':true,'state':'STARTED'}]}}}}}""");
        servers.target.answers("/_cluster/state/version", 200, "{'cluster_uuid':'one'}");
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void aWriteAliasThatCouldNotBeRolledOverAnyMoreIsTold() {
        assertThat(found("logs-v2")).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNS);
            assertThat(finding.what())
                    .startsWith("After the cut-over, rollover would be refused: alias 'logs' (it can be rolled over on"
                            + " 'logs-000001', and not on 'logs-v2'")
                    .doesNotContain("'search'");
        });
        assertThat(found("logs-000002")).isEmpty();
    }

    private List<Finding> found(String target) {
        FindingList findings = new FindingList();
        new SwapSurvey(servers.source.cluster(), servers.target.cluster(), settings(target), findings)
                .look(SERVER, Optional.of(SERVER));
        return findings.worstFirst().stream()
                .filter(finding -> finding.code() == FindingCode.ROLLOVER_REFUSED)
                .toList();
    }

    private static SurveySettings settings(String target) {
        RunSettings run = new RunSettings(
                new RunTopics("run"),
                SOURCE,
                false,
                true,
                VersionMode.SEQNO,
                false,
                new TargetSettings(target, OptionalInt.empty(), OptionalInt.of(1), Map.of(), Optional.empty()),
                (short) 3,
                Optional.of(true),
                Optional.of(""),
                OptionalLong.empty());
        return new SurveySettings(
                run,
                OptionalLong.empty(),
                Optional.empty(),
                Duration.ofSeconds(6),
                Throttle.NONE,
                false,
                false,
                ReplaceIndex.NO,
                Duration.ofSeconds(1),
                4);
    }
}
