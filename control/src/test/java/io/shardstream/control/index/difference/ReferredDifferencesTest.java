package io.shardstream.control.index.difference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

class ReferredDifferencesTest {
    private static final String GEO = "/_ingest/pipeline/geo";
    private static final Map<String, String> PIPELINE = Map.of("index.default_pipeline", "geo");
    private static final Map<String, String> SYNONYMS =
            Map.of("index.analysis.filter.mine.synonyms_set", "[\"places\"]", "index.final_pipeline", "_none");

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

    @Test
    void aPipelineThatOnlyOneClusterHas() throws ElasticException {
        assertThat(differences(PIPELINE)).isEmpty();
        source.answers(GEO, 200, geo("'processors':[]"));
        assertThat(differences(PIPELINE)).containsExactly("_ingest/pipeline/geo (only the source's cluster has it)");
        target.answers(GEO, 200, geo("'processors':[],'description':'mine','modified_date_millis':7"));
        assertThat(differences(PIPELINE)).isEmpty();
    }

    @Test
    void aPipelineThatDoesSomethingElseThere() throws ElasticException {
        source.answers(GEO, 200, geo("'processors':[]"));
        target.answers(GEO, 200, geo("'processors':[{'set':{'field':'a','value':1}}]"));
        assertThat(differences(PIPELINE)).containsExactly("_ingest/pipeline/geo (both clusters have another one)");
    }

    @Test
    void soAreThoseThatItCalls() throws ElasticException {
        for (FakeNode node : List.of(source, target)) {
            node.answers(GEO, 200, geo("'processors':[{'pipeline':{'name':'inner'}},{'pipeline':{'name':'geo'}}]"));
        }
        source.answers("/_ingest/pipeline/inner", 200, "{'inner':{'processors':[]}}");
        assertThat(differences(PIPELINE)).containsExactly("_ingest/pipeline/inner (only the source's cluster has it)");

        for (FakeNode node : List.of(source, target)) {
            node.answers(
                    GEO,
                    200,
                    geo("'processors':[{'foreach':{'processor':{'pipeline':{'name':'geo','on_failure':["
                            + "{'pipeline':{'name':'inner'}}]}}}}]"));
        }
        assertThat(differences(PIPELINE)).containsExactly("_ingest/pipeline/inner (only the source's cluster has it)");
    }

    /// Every search would be refused.
    @Test
    void aSearchPipelineThatOnlyOneClusterHas() throws ElasticException {
        Map<String, String> settings = Map.of("index.search.default_pipeline", "sq");
        source.answers("/_search/pipeline/sq", 200, "{'sq':{'request_processors':[]}}");
        target.answers("/_search/pipeline/sq", 404, "{}");
        assertThat(differences(settings)).containsExactly("_search/pipeline/sq (only the source's cluster has it)");
        target.answers("/_search/pipeline/sq", 200, "{'sq':{'request_processors':[{'filter_query':{}}]}}");
        assertThat(differences(settings)).containsExactly("_search/pipeline/sq (both clusters have another one)");
        target.answers("/_search/pipeline/sq", 200, "{'sq':{'version':3,'request_processors':[]}}");
        assertThat(differences(settings)).isEmpty();
        // Elasticsearch knows no such request.
        target.answers("/_search/pipeline/sq", 405, "{}");
        assertThat(differences(settings)).containsExactly("_search/pipeline/sq (only the source's cluster has it)");
    }

    @Test
    void whatAUserMayNotSeeIsNotTakenForAlike() throws ElasticException {
        source.answers(GEO, 200, geo("'processors':[]"));
        target.answers(GEO, 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(differences(PIPELINE).getFirst()).contains("not known whether both clusters have the same", "403");
        assertThat(found(PIPELINE).different()).isEmpty();
        assertThat(found(PIPELINE).unknownWords()).singleElement().asString().startsWith(GEO.substring(1) + " (");
        assertThat(found(PIPELINE).lackedPrivileges()).isEqualTo("'read_pipeline'");
        target.answers(GEO, 200, "{}");
        assertThatThrownBy(() -> differences(PIPELINE)).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void synonymsAreComparedWhateverTheirOrder() throws ElasticException {
        source.answers(
                "/_synonyms/places",
                200,
                "{'count':2,'synonyms_set':[{'id':'1','synonyms':'a,b'}," + "{'id':'2','synonyms':'c,d'}]}");
        assertThat(differences(SYNONYMS)).containsExactly("_synonyms/places (only the source's cluster has it)");
        target.answers(
                "/_synonyms/places",
                200,
                "{'count':2,'synonyms_set':[{'id':'x','synonyms':'c,d'}," + "{'id':'y','synonyms':'a,b'}]}");
        assertThat(differences(SYNONYMS)).isEmpty();
        target.answers("/_synonyms/places", 200, "{'count':1,'synonyms_set':[{'id':'x','synonyms':'c,d'}]}");
        assertThat(differences(SYNONYMS)).hasSize(1);
    }

    /// A target may be meant to do without a pipeline of its source.
    @Test
    void whatOnlyOneOfTwoIndicesRefersToIsNotCommon() {
        assertThat(Reference.ofBoth(PIPELINE, PIPELINE))
                .extracting(Reference::text)
                .containsExactly(GEO.substring(1));
        assertThat(Reference.ofBoth(PIPELINE, Map.of("index.default_pipeline", "other")))
                .isEmpty();
        assertThat(Reference.ofBoth(PIPELINE, SYNONYMS)).isEmpty();
    }

    @Test
    void forWhatTheRunFileSaysSomethingElseIsNotComparedBeforehand() {
        Map<String, JsonNode> said = Map.of(
                "index.default_pipeline", StringNode.valueOf("other"), "index.analysis.filter", NullNode.getInstance());
        Intended other = new Intended(said, Optional.empty());
        assertThat(other.leftAlike(PIPELINE)).isEmpty();
        assertThat(other.leftAlike(SYNONYMS)).containsOnlyKeys("index.final_pipeline");
        Intended same = new Intended(Map.of("index.default_pipeline", StringNode.valueOf("geo")), Optional.empty());
        assertThat(same.leftAlike(PIPELINE)).isEqualTo(PIPELINE);
        assertThat(Intended.NOTHING.leftAlike(PIPELINE)).isEqualTo(PIPELINE);
    }

    private List<String> differences(Map<String, String> settings) throws ElasticException {
        return found(settings).all().stream().map(NoticedDifference::words).toList();
    }

    private ReferredDifferences found(Map<String, String> settings) throws ElasticException {
        return ReferredDifferences.of(
                Reference.of(settings),
                reference -> reference.in(source.cluster()),
                reference -> reference.in(target.cluster()));
    }

    private static String geo(String pipeline) {
        return "{'geo':{" + pipeline + "}}";
    }
}
