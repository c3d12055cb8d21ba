package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/// A source with 9 documents, of which 2 seemed to have a routing when they were counted apart.
class RoutingSurveyTest {
    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");
    private static final String REQUIRED = "{\"_routing\":{\"required\":true}}";

    private FakeNode source;
    private FakeNode target;

    @BeforeEach
    void start() throws IOException {
        source = new FakeNode("source");
        target = new FakeNode("target");
    }

    @AfterEach
    void stop() {
        source.close();
        target.close();
    }

    private void withoutRouting(int documents) {
        source.answersTo(
                "/cities/_search",
                "\"must_not\":{\"exists\":{\"field\":\"_routing\"}}",
                200,
                SurveyServers.found("", documents));
    }

    /// Of two searches each may ask another copy of a shard that is written to.
    @Test
    void documentsWithoutARoutingAreCountedInOneSearch() throws ElasticException {
        withoutRouting(0);
        assertThat(look(REQUIRED)).doesNotContain(FindingCode.ROUTING_REQUIRED_BY_TARGET);

        withoutRouting(3);
        assertThat(look(REQUIRED)).contains(FindingCode.ROUTING_REQUIRED_BY_TARGET);
    }

    @Test
    void theyAreNotCountedForATargetThatRequiresNone() throws ElasticException {
        withoutRouting(3);
        assertThat(look("{}")).doesNotContain(FindingCode.ROUTING_REQUIRED_BY_TARGET);
        assertThat(source.bodies()).noneMatch(body -> body.contains("must_not"));
    }

    @Test
    void whereTheSourceDoesNotTellThatIsFound() throws ElasticException {
        source.answers("/cities/_search", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(look(REQUIRED))
                .contains(FindingCode.SOURCE_UNKNOWN)
                .doesNotContain(FindingCode.ROUTING_REQUIRED_BY_TARGET);
    }

    private List<FindingCode> look(String mappings) throws ElasticException {
        TargetSettings wish = TargetSettings.of(
                "v2",
                OptionalInt.empty(),
                OptionalInt.of(0),
                new JsonMapper().createObjectNode(),
                Optional.of(new JsonMapper().readTree(mappings)));
        IndexDescription index = new IndexDescription(
                "cities",
                Map.of("index.number_of_shards", StringNode.valueOf("1")),
                new JsonMapper().createObjectNode(),
                Set.of(),
                1024);
        FindingList findings = new FindingList();
        new RoutingSurvey(source.cluster(), target.cluster(), run(wish), findings)
                .look(
                        new SourceFacts(index, List.of(), 9, 2, Map.of()),
                        Optional.of(WantedTarget.created(
                                index, wish, false, new CarriedSettings(SERVER, SERVER, Map.of()))),
                        Optional.of(SERVER));
        return findings.worstFirst().stream().map(Finding::code).toList();
    }

    private static RunSettings run(TargetSettings wish) {
        return new RunSettings(
                new RunTopics("run"),
                "cities",
                false,
                true,
                VersionMode.SEQNO,
                false,
                wish,
                (short) 1,
                Optional.of(true),
                Optional.empty(),
                OptionalLong.empty());
    }
}
