package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
}
