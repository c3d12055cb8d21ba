package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.workload.load.SampleDocument;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Indices that hold other terms than their documents would be taken apart into now.
@RealServers
class OutdatedTermsTest {
    private static final String SETTINGS = """
            "number_of_shards":2,"analysis":{"analyzer":{"own":{"type":"standard"}}}""";

    private static final String FIELDS = """
            {"properties":{"t":{"type":"text","analyzer":"own"},"same":{"type":"text"},\
            "all":{"type":"text"},"code":{"type":"text"},"o":{"type":"flattened"}}}""";

    /// C-123: its analyzer was changed, and a field was added to `copy_to`, when documents had been written. Other
    /// documents were sent as YAML: `011` is indexed as such, and the source returns `9`.
    @Test
    void termsOfTheTimeAtWhichDocumentsWereWrittenAreTold() {
        try (CopyRun run = CopyRun.create()
                .withTarget("replicas: 0")
                .withSource(SETTINGS, FIELDS)
                .following()
                .holding(IntStream.range(0, 40)
                        .mapToObj(i -> SampleDocument.of(
                                "d" + i,
                                "{\"t\":\"Router %d\",\"same\":\"Router %d\",\"all\":\"plain\"}".formatted(i, i))))) {
            Rest rest = run.rest();
            String source = "/" + run.source();
            for (int i = 0; i < 20; i++) {
                byte[] yaml = "---\nt: plain\ncode: 011\no: {n: 1.10}\n".getBytes(StandardCharsets.UTF_8);
                assertThat(rest.send("PUT", source + "/_doc/y" + i, yaml, "application/yaml")
                                .isOk())
                        .isTrue();
            }
            rest.post(source + "/_close", "");
            rest.put(
                    source + "/_settings",
                    "{\"analysis\":{\"analyzer\":{\"own\":{\"type\":\"standard\",\"max_token_length\":3}}}}");
            rest.post(source + "/_open", "");
            rest.put(source + "/_mapping", "{\"properties\":{\"same\":{\"type\":\"text\",\"copy_to\":\"all\"}}}");
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            CopyRun.Output output = run.command("verify", "--meaning", "-o", "json");

            assertThat(output.code()).as(output.text()).isEqualTo(4);
            JsonNode meaning = new JsonMapper()
                    .readTree(output.text().lines().toList().getLast())
                    .path("meaning");
            Map<String, String> kinds = new TreeMap<>();
            meaning.path("differences")
                    .forEach(one -> kinds.put(
                            one.path("field").asString(), one.path("kind").asString()));
            assertThat(kinds)
                    .as(meaning.toString())
                    .isEqualTo(Map.of(
                            "t",
                            "found-by-terms",
                            "all",
                            "found-by-terms",
                            "code",
                            "found-as-sent",
                            "o",
                            "found-as-sent"));
        }
    }
}
