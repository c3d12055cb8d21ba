package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;

/// How any server says that a text has more terms than it tells, as n-grams have.
final class ManyTermsCheck {
    private ManyTermsCheck() {}

    static void textsWithManyTermsAreRefusedInTheseWords(URI server) throws Exception {
        String index = Servers.name("terms");
        Rest rest = new Rest(server);
        rest.put("/" + index, """
                {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "index.analyze.max_token_count": 5},
                 "mappings": {"properties": {"t": {"type": "text"}}}}
                """);
        String body = "{\"field\":\"t\",\"text\":[\"one two three\",\"four five six\"]}";
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"))) {
            assertThatThrownBy(() -> cluster.send(Call.post("/" + index + "/_analyze", Bytes.utf8(body)))
                            .orThrow())
                    .isInstanceOfSatisfying(
                            ElasticException.Refused.class,
                            refused -> assertThat(refused.reason())
                                    .contains("tokens produced by calling _analyze has exceeded"));
        }
        rest.delete("/" + index);
    }
}
