package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.compare.rejects.PipelineTreatment;
import io.shardstream.control.compare.rejects.Treatment.Treated;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes documents through an empty pipeline, on any server: the servers of the tests have no processors.
final class PipelineCheck {
    private PipelineCheck() {}

    static void showsWhatBecomesOfDocuments(URI server) throws Exception {
        Rest rest = new Rest(server);
        rest.put("/_ingest/pipeline/empty+one", "{\"processors\":[]}");
        ElasticSettings settings = ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            assertThatThrownBy(() -> PipelineTreatment.of(cluster, "nobody", "any", 100))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("no ingest pipeline 'nobody'");
            PipelineTreatment pipeline = PipelineTreatment.of(cluster, "empty+one", "any", 100);
            List<Treated> treated = pipeline.of(List.of(
                    document("lines", null, "{\n  \"t\": \"a\"\n}\n"),
                    document("\"é\"", "r ü", "{\"é\": [1, 1234567890123456789, null, {}] }"),
                    document("comment", null, "{\"a\":1} // one"),
                    document("broken", null, "{\"a\":"),
                    document("large", null, "{\"a\":\"" + "x".repeat(100) + "\"}")));
            assertThat(treated.get(0)).isEqualTo(changed("{\"t\":\"a\"}"));
            assertThat(treated.get(1)).isEqualTo(changed("{\"é\":[1,1234567890123456789,null,{}]}"));
            assertThat(treated.get(2)).isEqualTo(changed("{\"a\":1}"));
            assertThat(treated.get(3)).isInstanceOf(Treated.Untreated.class);
            assertThat(treated.get(4))
                    .isEqualTo(new Treated.Untreated("it is larger than docs.max-document after the pipeline"));
        }
        rest.delete("/_ingest/pipeline/empty+one");
    }

    private static Treated changed(String source) {
        return new Treated.Changed(Bytes.utf8(source));
    }

    private static DocRecord document(String id, @Nullable String routing, String source) {
        return new DocRecord(
                Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), 1L << 50, Bytes.utf8(source));
    }
}
