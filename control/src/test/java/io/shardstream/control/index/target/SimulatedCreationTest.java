package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.TemplateAdditions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class SimulatedCreationTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String SIMULATE = "/_index_template/_simulate";
    private static final WantedTarget WANTED = new WantedTarget(
            new IndexDescription(
                    "v2",
                    Map.of("index.codec", StringNode.valueOf("best_compression")),
                    MAPPER.readTree("{\"properties\":{\"x\":{\"type\":\"percolator\"}}}"),
                    Set.of(),
                    1024),
            false,
            false);

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target").answers(SIMULATE, 200, "{'template':{}}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void anIndexThatTheClusterWouldMakeIsNotRefused() throws ElasticException {
        assertThat(SimulatedCreation.refusal(node.cluster(), WANTED)).isEmpty();
        assertThat(node.requests()).containsExactly("POST " + SIMULATE);
    }

    /// Of what is asked and of what templates add the list stays one: servers split a text at its commas.
    @Test
    void itsSettingsAndMappingAreAskedFor() throws ElasticException {
        TemplateAdditions additions = new TemplateAdditions(
                List.of("t"),
                Map.of("index.analysis.analyzer.a.filter", "[\"lowercase\",\"stop\"]", "index.codec", "default"),
                MAPPER.createObjectNode(),
                Set.of(),
                false);
        node.answers(SIMULATE, 500, "{}")
                .answersTo(
                        SIMULATE,
                        "\"mappings\":{\"properties\":{\"x\":{\"type\":\"percolator\"}}}",
                        400,
                        "{'error':{'type':'illegal_argument_exception','reason':'the mapping'}}");
        assertThat(SimulatedCreation.refusal(node.cluster(), WANTED))
                .contains("illegal_argument_exception: the mapping");
        WantedTarget merged = TemplateRules.merged(WANTED, additions);
        assertThat(merged.description().settings().get("index.analysis.analyzer.a.filter"))
                .isEqualTo(MAPPER.readTree("[\"lowercase\",\"stop\"]"));
        assertThat(merged.setting("index.codec")).isEqualTo("best_compression");
    }

    /// `plan` tells that in other words.
    @Test
    void howManyCopiesItWaitsForIsNotAskedAbout() throws ElasticException {
        node.answersTo(
                SIMULATE,
                "wait_for_active_shards",
                400,
                "{'error':{'type':'illegal_argument_exception','reason':'cannot be greater than number of copies'}}");
        WantedTarget waiting = new WantedTarget(
                new IndexDescription(
                        "v2",
                        Map.of("index.write.wait_for_active_shards", StringNode.valueOf("2")),
                        MAPPER.createObjectNode(),
                        Set.of(),
                        1024),
                false,
                false);
        assertThat(SimulatedCreation.refusal(node.cluster(), waiting)).isEmpty();
    }

    @Test
    void theInnermostReasonIsTold() throws ElasticException {
        node.answers(
                SIMULATE,
                400,
                "{'error':{'type':'illegal_argument_exception','reason':'template after composition is invalid',"
                        + "'caused_by':{'type':'illegal_argument_exception','reason':'invalid composite mappings',"
                        + "'caused_by':{'type':'mapper_parsing_exception',"
                        + "'reason':'The mapper type [percolator]\\ndoes not exist.'}}}}");
        assertThat(SimulatedCreation.refusal(node.cluster(), WANTED))
                .contains("mapper_parsing_exception: The mapper type [percolator] does not exist.");
    }

    @Test
    void whoMayNotAskOrAsksInVainHearsOfNoRefusal() {
        node.answers(SIMULATE, 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThatThrownBy(() -> SimulatedCreation.refusal(node.cluster(), WANTED))
                .isInstanceOf(ElasticException.Refused.class);
        node.answers(SIMULATE, 400, "{'error':{'type':'x_content_parse_exception','reason':'[priority]'}}");
        assertThatThrownBy(() -> SimulatedCreation.refusal(node.cluster(), WANTED))
                .isInstanceOf(ElasticException.Refused.class);
    }
}
