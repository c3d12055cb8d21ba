package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MadeTargetTest {
    private static final String WRITE = "Shardstream-x-Write-id";
    private static final String MADE =
            "{'_meta':{'shardstream':{'made_by':{'alias':'" + WRITE + "','definition':'d'}}}}";

    /// Meanwhile somebody may have written to it, by an alias that a template gives it.
    @Test
    void aDeletionWithoutAnAnswerIsNotSentToAnotherAddress() throws IOException {
        try (FakeNode node = new FakeNode("target");
                ElasticCluster two = node.byTwoAddresses()) {
            node.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                    .answers(
                            "/_cluster/state/metadata/v2",
                            200,
                            "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                    .whenAsked("DELETE /v2", () -> {
                        throw new IllegalStateException("no answer");
                    });
            TargetAnswers.has(node, MADE, "'" + WRITE + "':{}", -1);
            IndexCatalog catalog = new IndexCatalog(two);
            IndexDescription made = catalog.find("v2").orElseThrow();
            assertThatThrownBy(() -> new MadeTarget(two, catalog, WRITE).delete(made))
                    .isInstanceOf(ElasticException.Unreachable.class);
            assertThat(node.requests())
                    .filteredOn(request -> request.equals("DELETE /v2"))
                    .hasSize(1);
        }
    }
}
