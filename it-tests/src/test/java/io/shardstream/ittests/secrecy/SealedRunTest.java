package io.shardstream.ittests.secrecy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.seal.SealKey;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.RealServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A run with `docs.seal-key`.
@Tag("long")
@RealServers
class SealedRunTest {
    private static final int GOOD = 40;
    private static final String PLANTED = Planted.DOCUMENT.text();

    @Test
    void documentsLieInKafkaSealedAndArriveWhole() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"dynamic\":false}")
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withDocs("seal-key: ${file:seal.key}")) {
            Path key = run.runFile().resolveSibling("seal.key");
            Files.writeString(key, keyOf(7));
            for (int i = 0; i < GOOD; i++) {
                run.rest().put("/" + run.source() + "/_doc/" + i, "{\"n\":" + i + ",\"text\":\"" + PLANTED + "\"}");
            }
            run.rest().put("/" + run.source() + "/_doc/refused", "{\"n\":\"" + PLANTED + "\"}");

            assertThat(run.runHere()).isEqualTo(ExitCodes.REJECTED);

            assertThat(run.assertCopied().equal()).isEqualTo(GOOD);
            List<ConsumerRecord<byte[], byte[]>> records = Stream.of(
                            run.topics().docs(), run.topics().rejects())
                    .flatMap(topic -> new TopicContent(run.connection()).of(topic).stream())
                    .toList();
            assertThat(records).hasSize(GOOD + 2);
            for (ConsumerRecord<byte[], byte[]> one : records) {
                assertThat(new String(one.value(), ISO_8859_1)).doesNotContain(PLANTED, "\"n\"");
                for (Header header : one.headers()) {
                    assertThat(new String(header.value(), ISO_8859_1)).doesNotContain(PLANTED);
                }
            }
            assertThat(run.command("rejects", "show", "refused").text()).contains(PLANTED);

            Files.delete(key);
            assertThat(run.command("status").code()).isEqualTo(ExitCodes.REJECTED);
            assertThat(run.command("rejects", "list").text()).contains("1 ").doesNotContain(PLANTED);
            assertThat(run.command("rejects", "show", "refused").text())
                    .contains("docs.seal-key needs the file")
                    .doesNotContain(PLANTED);
        }
    }

    /// C-111: without the key a process would publish documents that everybody can read, with another one
    /// documents that no writer opens.
    @Test
    void aProcessWithoutTheRunsKeyPublishesNothing() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"dynamic\":false}")
                .following()
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withDocs("seal-key: ${file:seal.key}")) {
            Path key = run.runFile().resolveSibling("seal.key");
            Files.writeString(key, keyOf(7));
            for (int i = 0; i < GOOD; i++) {
                run.rest().put("/" + run.source() + "/_doc/" + i, "{\"n\":" + i + "}");
            }
            run.rest().put("/" + run.source() + "/_doc/refused", "{\"n\":\"" + PLANTED + "\"}");
            run.planned();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            int published = published(run);

            String with = Files.readString(run.runFile());
            Path open = Files.writeString(
                    run.runFile().resolveSibling("open.yaml"),
                    with.replace("seal-key: ${file:seal.key}", "max-document: 100mb"));
            assertThat(open).content().isNotEqualTo(with);
            assertRefused(run, open, "This run file has no docs.seal-key");
            Files.writeString(key, keyOf(8));
            assertRefused(run, run.runFile(), "docs.seal-key in this run file is not the key with which run");
            Files.writeString(key, keyOf(7));

            assertThat(published(run)).isEqualTo(published);
            run.rest().put("/" + run.source() + "/_doc/0", "{\"n\":100}");
            run.awaitCaughtUp();
            assertThat(run.assertCopied().equal()).isEqualTo(GOOD);
        }
    }

    private static void assertRefused(CopyRun run, Path file, String sentence) {
        for (String command : List.of(
                "run",
                "control",
                "reader",
                "writer",
                "verify --repair",
                "sweep",
                "cutover --dry-run",
                "rejects replay --all",
                "resume --read-again --dry-run")) {
            CopyRun.Output refused = run.commandWith(file, command.split(" "));
            assertThat(refused.code()).as(command).isEqualTo(1);
            assertThat(refused.text()).as(command).contains(sentence);
        }
    }

    private static int published(CopyRun run) {
        return Stream.of(run.topics().docs(), run.topics().rejects())
                .mapToInt(topic -> new TopicContent(run.connection()).of(topic).size())
                .sum();
    }

    private static String keyOf(int seed) {
        byte[] bytes = new byte[SealKey.BYTES];
        new Random(seed).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes) + "\n";
    }
}
