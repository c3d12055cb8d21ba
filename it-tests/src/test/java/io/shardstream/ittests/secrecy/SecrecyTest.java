package io.shardstream.ittests.secrecy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FreePorts;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A run whose documents and credentials hold texts that are looked for in all that is written but the documents
/// themselves: logs, what commands print and leave in files, answers over HTTP, and topics. What is refused is refused
/// in words that quote it. The other tests with servers look for a password and for pieces of documents when they end.
@Tag("long")
@RealServers
class SecrecyTest {
    private static final int GOOD = 60;
    private static final String PLANTED = Planted.DOCUMENT.text();
    private static final String TOKEN_VARIABLE = "SHARDSTREAM_HTTP_TOKEN";
    /// A file beside the run file.
    private static final String KAFKA_PASSWORD = "kafka-password";

    private static final String KAFKA_LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\\\"u\\\" password=\\\""
                    + "${file:" + KAFKA_PASSWORD + "}\\\";";

    private final FreePorts ports = new FreePorts(new Random());

    @Test
    void nothingThatIsWrittenHoldsADocumentOrASecret() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"dynamic\":false}")
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}, day: {type: date}}}")
                .withDocs("max-document: 2kb")
                // Told to brokers that ask for it, which those of the tests do not.
                .withKafkaProperties("sasl.jaas.config: \"" + KAFKA_LOGIN + "\"")
                .following()) {
            Files.writeString(run.runFile().resolveSibling(KAFKA_PASSWORD), Planted.KAFKA_PASSWORD.text());
            put(run, "", GOOD);
            List<String> refused = refused();
            for (int i = 0; i < refused.size(); i++) {
                run.rest().put("/" + run.source() + "/_doc/refused" + i, refused.get(i));
            }
            AskedOverHttp control = new AskedOverHttp(start(run, "control", "--log-format", "json"));
            AskedOverHttp reader = new AskedOverHttp(start(run, "reader", "--log-format", "text"));
            awaitPlan(run);
            run.rest().put("/" + run.target() + "/_settings", "{\"index.blocks.write\":true}");
            Child writing = run.start(token(), "writer", "--http", port(), "--log-format", "json");
            writing.awaitSaid("sent again");
            run.rest().put("/" + run.target() + "/_settings", "{\"index.blocks.write\":null}");
            run.awaitCaughtUp();
            put(run, "later-", GOOD);
            run.awaitCaughtUp();
            writing.awaitSaid("a document is rejected");
            writing.awaitSaid("\"run\":\"" + run.topics().run() + "\",\"part\":\"writer\"");

            List<Reject> rejects = run.rejects();
            assertThat(rejects.stream().map(CopyRun::idOf).distinct())
                    .as("the documents that are to be refused are")
                    .hasSize(refused.size());
            assertThat(rejects)
                    .as("the server quotes what it refuses, so that there is something to be found")
                    .anyMatch(reject -> reject.reason().contains(PLANTED));

            commands(run);
            for (AskedOverHttp one : List.of(control, reader)) {
                Stream.of("/metrics", "/healthz", "/readyz").forEach(path -> said(run, path, one.get(path)));
            }
            Stream.of("/", "/v1/run", "/v1/ledger", "/v1/openapi.json")
                    .forEach(path -> said(run, path, control.get(path)));
            said(run, "/v1/run/stream", control.stream("/v1/run/stream"));
            said(run, "/v1/pause", control.post("/v1/pause", "{\"reason\": \"load test\"}"));
            said(run, "/v1/throttle", control.post("/v1/throttle", "{\"total\": \"no rate\"}"));
            said(run, "/v1/resume", control.post("/v1/resume", ""));
            topics(run);
            said(run, "abort", run.command("abort", "--run").text());
            topics(run);
        }
    }

    private static void awaitPlan(CopyRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .until(() -> ControlRecords.read(run.connection(), run.topics())
                        .plan()
                        .isPresent());
    }

    /// Bodies that the target refuses, each in another way: its mapping, what is no date, what is too large to be
    /// carried.
    private static List<String> refused() {
        return List.of(
                "{\"n\":\"%s\"}".formatted(PLANTED),
                "{\"n\":{\"%s\":\"%s\"}}".formatted(PLANTED, PLANTED),
                "{\"day\":\"%s\"}".formatted(PLANTED),
                "{\"n\":1,\"text\":\"%s\"}".formatted(PLANTED.repeat(100)));
    }

    private static void put(CopyRun run, String stem, int documents) {
        for (int i = 0; i < documents; i++) {
            run.rest()
                    .put("/" + run.source() + "/_doc/" + stem + i, "{\"n\":%d,\"text\":\"%s\"}".formatted(i, PLANTED));
        }
    }

    private URI start(CopyRun run, String part, String... options) {
        String port = port();
        run.start(
                token(),
                part,
                Stream.concat(Stream.of("--http", port), Stream.of(options)).toArray(String[]::new));
        return URI.create("http://127.0.0.1:" + port);
    }

    private String port() {
        return Integer.toString(ports.next());
    }

    private static Map<String, String> token() {
        return Map.of(TOKEN_VARIABLE, Planted.HTTP_TOKEN.text());
    }

    /// What they print is looked at when the run is closed; what is said of rejects without being asked for a body is
    /// the rest.
    private static void commands(CopyRun run) {
        run.command("status");
        run.command("status", "-o", "json");
        run.command("watch", "--once");
        run.command(
                "watch",
                "--once",
                "--picture",
                run.runFile().resolveSibling("watch.log").toString());
        run.command("plan", "--sample", "1s");
        run.command("doctor");
        run.command("config", "check");
        run.command("throttle", "--total", "1gb");
        run.command("throttle", "--reset");
        run.command("sweep", "--dry-run");
        run.command("verify", "--content", "all");
        run.command("verify", "--content", "all", "-o", "json", "--verbose");
        run.command("cutover", "--dry-run");
        said(run, "rejects list", run.command("rejects", "list").text());
        said(run, "rejects list", run.command("rejects", "list", "-o", "json").text());
    }

    /// All of the run but those that hold documents: also those that the ledger makes for itself.
    private static void topics(CopyRun run) throws Exception {
        Set<String> all;
        try (Admin admin = run.connection().admin("test")) {
            all = admin.listTopics().names().get();
        }
        String prefix = run.topics().control().replaceFirst("control$", "");
        List<String> told = all.stream()
                .filter(name -> name.startsWith(prefix))
                .filter(name -> !name.equals(run.topics().docs())
                        && !name.equals(run.topics().rejects()))
                .toList();
        assertThat(told)
                .contains(
                        run.topics().control(),
                        run.topics().events(),
                        run.topics().members());
        for (String topic : told) {
            for (ConsumerRecord<byte[], byte[]> record : new TopicContent(run.connection()).of(topic)) {
                run.written().said("topic " + topic, record.key() == null ? new byte[0] : record.key());
                run.written().said("topic " + topic, record.value() == null ? new byte[0] : record.value());
                for (Header header : record.headers()) {
                    run.written().said("topic " + topic, header.value() == null ? new byte[0] : header.value());
                }
            }
        }
    }

    private static void said(CopyRun run, String where, String text) {
        run.written().said(where, text);
    }
}
