package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.load.SampleDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Severities and codes of what `plan` finds of run files, and of sources that are written to or copied in
/// ways of their own.
@RealServers
class SourceCodesTest {
    private static final String NO_SAMPLE = "--sample=0s";
    private static final String NO_FOLLOW = "follow: false\n";
    private static final int MANY = 6000;

    @Test
    void whatARunFileGivesAwayHasItsCode() throws IOException {
        try (CopyRun run = CopyRun.create().withSource()) {
            Path file = run.runFile();
            Path folder = Objects.requireNonNull(file.getParent());
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(
                    folder.resolve(CopyRun.PASSWORD), PosixFilePermissions.fromString("rw-r--r--"));
            // The same servers, by an address of which nobody knows that it is this machine's.
            Path open = folder.resolve("open.yaml");
            Files.writeString(open, Files.readString(file).replace("http://127.0.0.1:", "http://127.1:"));
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));

            assertThat(FoundCodes.of(run.commandWith(open, "plan", "-o", "json", NO_SAMPLE)
                            .text()))
                    .contains(
                            "warns run-file-writable",
                            "warns secret-readable",
                            "warns credentials-in-plain-text",
                            "notes addresses-not-named");

            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-------"));
            Files.setPosixFilePermissions(
                    folder.resolve(CopyRun.PASSWORD), PosixFilePermissions.fromString("rw-r-----"));
            assertThat(FoundCodes.of(run.commandWith(open, "plan", "-o", "json", NO_SAMPLE)
                            .text()))
                    .doesNotContain("warns run-file-writable", "warns secret-readable");
        }
    }

    @Test
    void aSourceWhoseCopyNeedsAnEyeHasItsCodes() {
        Rest rest = Servers.cluster().rest();
        try (CopyRun run = CopyRun.create()
                .withSource(
                        "\"number_of_shards\":1,\"index.seq_no.index_options\":\"doc_values_only\"",
                        "{\"properties\":{\"weights\":{\"type\":\"sparse_vector\"}}}")) {
            keepAlive(rest, "\"20s\"");
            try {
                assertThat(FoundCodes.planned(run)).contains("blocks keep-alive-short", "warns fields-not-tested");
            } finally {
                keepAlive(rest, "null");
            }
            assertThat(FoundCodes.planned(run)).doesNotContain("blocks keep-alive-short");
        }
    }

    @Test
    void whatIsWrittenToASourceHasItsCode() {
        try (CopyRun run = CopyRun.create().withSource("\"number_of_shards\":1", "{}")) {
            run.rest().put("/" + run.source() + "/_doc/1", "{}");
            assertThat(FoundCodes.plannedWith(run, NO_FOLLOW, "", NO_SAMPLE))
                    .contains("notes source-written-lately")
                    .doesNotContain("blocks follow-not-said");

            run.rest().post("/" + run.source() + "/_flush", "");
            assertThat(FoundCodes.plannedWith(run, NO_FOLLOW, "", NO_SAMPLE))
                    .doesNotContain("notes source-written-lately", "blocks follow-not-said");

            AtomicBoolean isOver = new AtomicBoolean();
            Thread production = Thread.ofVirtual().start(() -> {
                while (!isOver.get()) {
                    run.rest().put("/" + run.source() + "/_doc/1", "{}");
                }
            });
            try {
                assertThat(FoundCodes.plannedWith(run, NO_FOLLOW, "", NO_SAMPLE))
                        .contains("blocks follow-not-said");
            } finally {
                isOver.set(true);
                join(production);
            }
        }
    }

    /// A sample whose time is over before all documents are read.
    @Test
    void documentsThatAreAlmostTooLargeHaveTheirCode() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":1", "{\"dynamic\":false}")
                .holding(IntStream.range(0, MANY)
                        .mapToObj(i -> SampleDocument.of("" + i, "{\"text\":\"" + "x".repeat(700) + "\"}")))) {
            Servers.cluster()
                    .proxies()
                    .forEach(proxy -> proxy.delay(exchange -> exchange.endsWith("/_search"), Duration.ofMillis(800)));
            assertThat(FoundCodes.plannedWith(run, "max-document: 100mb", "max-document: 1kb", "--sample=500ms"))
                    .contains("warns documents-near-limit");
        }
    }

    @Test
    void aTargetThatProductionKnowsHasItsCode() {
        Rest rest = Servers.cluster().rest();
        try (CopyRun run = CopyRun.create().withSource().withLines("follow: true")) {
            String shared = "{\"aliases\":{\"live-" + run.source() + "\":{}}}";
            rest.put("/" + run.target(), shared);
            rest.put("/" + run.source() + "/_alias/live-" + run.source(), "");
            assertThat(FoundCodes.planned(run)).contains("blocks target-has-sources-alias");
        }
    }

    /// Not known by their addresses, of which the run file has two.
    @Test
    void aTargetThatIsTheSourceHasItsCode() throws IOException {
        try (CopyRun run = CopyRun.create().withSource().into(Servers.cluster(), 0)) {
            Path same = run.runFile().resolveSibling("same.yaml");
            String one = "nodes: [" + Servers.cluster().urls().getFirst() + "]";
            String text = Files.readString(run.runFile());
            assertThat(text).contains(one);
            Files.writeString(
                    same, text.replace(one, one.replace("127.0.0.1", "127.1")).replace(run.target(), run.source()));
            assertThat(FoundCodes.of(run.commandWith(same, "plan", "-o", "json", NO_SAMPLE)
                            .text()))
                    .contains("blocks target-is-source");
        }
    }

    @Test
    void aSourceWithoutSequenceNumbersHasItsCodes() {
        try (CopyRun run =
                CopyRun.create().withSource("\"number_of_shards\":1,\"index.disable_sequence_numbers\":true", "{}")) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            assertThat(FoundCodes.planned(run))
                    .contains("blocks sequence-numbers-disabled", "blocks sequence-numbers-not-searchable");
        }
    }

    private static void keepAlive(Rest rest, String most) {
        rest.put(
                "/_cluster/settings",
                "{\"persistent\":{\"search.default_keep_alive\":%s,\"search.max_keep_alive\":%s}}"
                        .formatted(most, most));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
