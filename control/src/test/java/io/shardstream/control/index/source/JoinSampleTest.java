package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.source.JoinedChild.Written;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JoinSampleTest {
    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }

    private static String found(String hits) {
        return "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'hits':[" + hits + "]}}";
    }

    @Test
    void aJoinFieldIsFoundWhereverItStands() {
        assertThat(JoinField.in(json("{'properties':{'title':{'type':'text'},'a':{'properties':{'join':{'type':'join',"
                        + "'relations':{'question':['answer','comment'],'answer':'vote'}}}}}}")))
                .containsExactly(new JoinField("a.join", List.of("answer", "comment", "vote")));
        assertThat(JoinField.in(json("{}"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "qa; {'qa':{'name':'answer','parent':7}}",
                "a.qa; {'a':{'qa':{'name':'answer','parent':'7'}}}",
                "a.qa; {'a.qa':{'name':'answer','parent':'7'}}"
            })
    void childrenAreToldWithTheirParents(String name, String source) throws Exception {
        try (FakeNode node = new FakeNode("source")) {
            node.answersTo(
                            "/cities/_search",
                            "random_score",
                            200,
                            found("{'_id':'c','_routing':'r','_source':" + source + "}"))
                    .answersTo("/cities/_search", "ids", 200, found("{'_id':'7'},{'_id':'7','_routing':'other'}"));

            List<JoinedChild> sample =
                    JoinSample.of(node.cluster()::send, "cities", new JoinField(name, List.of("answer")), 10);

            assertThat(sample)
                    .containsExactly(new JoinedChild(
                            new Written("c", Optional.of("r")),
                            List.of(new Written("7", Optional.empty()), new Written("7", Optional.of("other")))));
            assertThat(node.bodies().getLast()).contains("[\"7\"]");
        }
    }

    /// Whoever took that for none would call the source's children unparted.
    @Test
    void anAnswerWithoutHitsIsNone() throws Exception {
        try (FakeNode node = new FakeNode("source")) {
            node.answers("/cities/_search", 200, "{'timed_out':false}");
            JoinField field = new JoinField("qa", List.of("answer"));
            assertThatThrownBy(() -> JoinSample.of(node.cluster()::send, "cities", field, 10))
                    .isInstanceOf(ElasticException.Malformed.class)
                    .hasMessageContaining("(hits)");
        }
    }

    @Test
    void whereThereIsNoChildNobodyIsAskedForParents() throws Exception {
        try (FakeNode node = new FakeNode("source")) {
            node.answers("/cities/_search", 200, found(""));

            assertThat(JoinSample.of(node.cluster()::send, "cities", new JoinField("qa", List.of("answer")), 10))
                    .isEmpty();
            assertThat(node.bodies()).filteredOn(body -> body.contains("ids")).isEmpty();
        }
    }
}
