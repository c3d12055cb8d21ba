package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardSurveyTest {
    private static final String STATS =
            "/_nodes/data:true/stats/indices,thread_pool,indexing_pressure,breaker,os/search";

    private SurveyServers servers;

    @BeforeEach
    void start() throws IOException {
        servers = new SurveyServers();
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void whoSaysNothingHearsThatProductionIsGuarded() {
        assertThat(findings(Throttle.NONE)).extracting(Finding::code).containsExactly(FindingCode.GUARDED_BY_DEFAULT);
    }

    @Test
    void whoHasSaidSomethingHearsNothing() {
        assertThat(findings(Throttle.NONE.with(Objective.OFF))).isEmpty();
        assertThat(findings(ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%"))))
                .isEmpty();
    }

    @Test
    void nodesThatDoNotTellHowTheyAreAreAWarning() {
        servers.source.answers(STATS, 403, "{'error':{'type':'security_exception','reason':'not allowed'}}");
        servers.target.answers(STATS, 200, "{'nodes':{'a':{'name':'node-1'}}}");
        assertThat(findings(Throttle.NONE))
                .filteredOn(finding -> finding.code() == FindingCode.GUARD_CANNOT_MEASURE)
                .extracting(Finding::what)
                .satisfiesExactly(
                        what -> assertThat(what).startsWith("Production on the source cannot be guarded"),
                        what -> assertThat(what).startsWith("Of the target, 1 node cannot be guarded by how busy"));
    }

    private List<Finding> findings(Throttle throttle) {
        FindingList findings = new FindingList();
        new GuardSurvey(throttle, findings).look(servers.source.cluster(), servers.target.cluster());
        return findings.worstFirst();
    }
}
