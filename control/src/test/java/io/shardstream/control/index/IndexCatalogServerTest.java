package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexCatalogServerTest {
    private FakeNode node;
    private IndexCatalog catalog;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
        catalog = new IndexCatalog(node.cluster());
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aNodeSaysItWhereTheRootDoesNot() throws ElasticException {
        node.answers("/", 405, "{}")
                .answers("/_nodes/_local", 200, "{'nodes':{'a':{'version':'8.19.4','build_flavor':'default'}}}");
        assertThat(catalog.server()).isEqualTo(new Server(Server.ELASTICSEARCH, "8.19.4"));

        node.answers("/_nodes/_local", 200, "{'nodes':{'a':{'version':'3.8.0','build_type':'tar'}}}");
        assertThat(catalog.server()).isEqualTo(new Server(Server.OPENSEARCH, "3.8.0"));
    }

    @Test
    void whoMayAskNeitherDoesNotKnow() throws ElasticException {
        node.answers("/", 403, "{}").answers("/_nodes/_local", 403, "{}");
        assertThat(catalog.server()).isEqualTo(Server.SILENT);
    }

    @Test
    void aServerThatCannotAnswerNowIsNotTakenForAnother() {
        node.answers("/", 503, "{'error':{'type':'unavailable','reason':'later'}}");
        assertThatThrownBy(() -> catalog.server()).isInstanceOf(ElasticException.class);
    }

    /// C-129.
    @Test
    void aCountThatTimedOutIsNone() throws ElasticException {
        String found = "'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}";
        node.answers("/i/_search", 200, "{'timed_out':false," + found);
        assertThat(catalog.count("i", "{\"match_all\":{}}")).isEqualTo(7);

        node.answers("/i/_search", 200, "{'timed_out':true," + found);
        assertThatThrownBy(() -> catalog.count("i", "{\"match_all\":{}}"))
                .isInstanceOf(ElasticException.Malformed.class);
    }

    /// C-26.
    @Test
    void anAnswerThatSaysNothingIsNotTakenForAnotherIndexOrForNone() {
        node.answers("/_resolve/index/i", 200, "{}").answers("/i/_settings", 200, "{}");

        assertThatThrownBy(() -> catalog.find("i")).isInstanceOf(ElasticException.Malformed.class);
        assertThatThrownBy(() -> catalog.uuid("i")).isInstanceOf(ElasticException.Malformed.class);

        node.answers("/_resolve/index/i", 200, "{'indices':[{'name':'i','attributes':['open']}]}")
                .answers("/i", 200, "{}")
                .answers("/i/_settings", 200, "{'i':{'settings':{}}}");
        assertThatThrownBy(() -> catalog.find("i")).isInstanceOf(ElasticException.Malformed.class);
        assertThatThrownBy(() -> catalog.uuid("i")).isInstanceOf(ElasticException.Malformed.class);

        node.answers("/i/_settings", 200, "{'ok':true}");
        assertThatThrownBy(() -> catalog.uuid("i")).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void anAliasOfAnotherIndexIsNoIndex() throws ElasticException {
        node.answers("/i/_settings", 200, "{'j':{'settings':{'index.uuid':'u'}}}");
        assertThat(catalog.uuid("i")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "number_of_replicas, many",
        "number_of_replicas, ''",
        "number_of_replicas, -1",
        "number_of_replicas, 3000000000",
        "max_result_window, 0",
        "max_result_window, 1e9",
        "max_result_window, 99999999999999999999"
    })
    void aSettingThatIsComputedWithAndNoNumberIsTold(String name, String value) {
        String settings = "'index.uuid':'u','index.number_of_shards':'1','index." + name + "':'" + value + "'";
        node.answers("/_resolve/index/i", 200, "{'indices':[{'name':'i','attributes':['open']}]}")
                .answers("/i", 200, "{'i':{'settings':{" + settings + "},'mappings':{}}}")
                .answers("/i/_settings", 200, "{'i':{'settings':{" + settings + "}}}")
                .answers(
                        "/_cluster/state/metadata/i",
                        200,
                        "{'metadata':{'indices':{'i':{'routing_num_shards':1024,'aliases':[]}}}}");

        for (ThrowingCallable question :
                List.<ThrowingCallable>of(() -> catalog.get("i"), () -> catalog.effectiveSettings("i"))) {
            assertThatThrownBy(question)
                    .isInstanceOf(ElasticException.Malformed.class)
                    .hasMessageStartingWith(
                            "The source tells '" + value + "' for index." + name + " of index 'i', and not a whole");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void aNodeThatWouldTakeNoDocumentIsTold(long most) {
        node.answers("/_nodes/http", 200, "{'nodes':{'a':{'http':{'max_content_length_in_bytes':" + most + "}}}}");

        assertThatThrownBy(() -> NodeLimits.httpMaxContentBytes(node.cluster()))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("http.max_content_length");
    }
}
