package io.shardstream.cli.exit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import io.shardstream.common.log.About;
import io.shardstream.common.log.LogKey;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.MDC;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a process writes on standard error by `logback.xml`.
class LogLinesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> KEYS =
            Stream.of(LogKey.values()).map(LogKey::key).collect(Collectors.toSet());

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final LoggerContext context = new LoggerContext();
    private final ProcessLog process = new ProcessLog(context);
    private final Logger log = context.getLogger("io.shardstream.writer.WriterService");

    @BeforeEach
    void configure() throws Exception {
        System.setErr(new PrintStream(written, true, UTF_8));
        context.setMDCAdapter(MDC.getMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Objects.requireNonNull(getClass().getResource("/logback.xml")));
    }

    @AfterEach
    void putBack() {
        context.stop();
        System.setErr(before);
    }

    @Test
    void linesAreTextUnlessSomethingElseIsAskedFor() {
        About.lane(3).in(log.atWarn()).log("Lane {}: \"why\"", 3);
        assertThat(lines())
                .singleElement()
                .asString()
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  WriterService: Lane 3: \"why\"");
    }

    @Test
    void theSameLineHasEveryKeyThatThereIsSomethingToSayFor() {
        process.begins(LogFormat.json, "writer", "w-1");
        process.isOf("cities");
        About.lane(3).and(About.node("n1")).in(log.atWarn()).log("Lane {}: \"why\"", 3);
        JsonNode line = line();
        assertThat(line.propertyNames())
                .containsExactly(
                        "time", "level", "run", "part", "instance", "lane", "node", "message", "logger", "thread");
        assertThat(line.path("time").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(line.path("level").asString()).isEqualTo("WARN");
        assertThat(line.path("run").asString()).isEqualTo("cities");
        assertThat(line.path("part").asString()).isEqualTo("writer");
        assertThat(line.path("instance").asString()).isEqualTo("w-1");
        assertThat(line.path("lane").isInt()).isTrue();
        assertThat(line.path("node").asString()).isEqualTo("n1");
        assertThat(line.path("message").asString()).isEqualTo("Lane 3: \"why\"");
        assertThat(line.path("logger").asString()).isEqualTo("io.shardstream.writer.WriterService");
        assertThat(line.path("thread").asString())
                .isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void theRunIsSaidByThreadsOfLibrariesToo() throws Exception {
        process.begins(LogFormat.json, "reader", "r-1");
        process.isOf("cities");
        Thread foreign = Thread.ofPlatform()
                .name("kafka-producer-network-thread")
                .start(() ->
                        context.getLogger("org.apache.kafka.clients.Metadata").warn("Error while fetching metadata"));
        foreign.join();
        JsonNode line = line();
        assertThat(line.path("run").asString()).isEqualTo("cities");
        assertThat(line.path("thread").asString()).isEqualTo("kafka-producer-network-thread");
    }

    @Test
    void keysOfLibrariesAreLeftOut() {
        process.begins(LogFormat.json, "reader", "r-1");
        try (MDC.MDCCloseable _ = MDC.putCloseable("foreign", "x")) {
            log.atWarn().addKeyValue("foreign", "y").addKeyValue("shard", 1).log("sentence");
        }
        assertThat(line().propertyNames()).contains("shard").allMatch(KEYS::contains);
    }

    @Test
    void anExceptionIsOnTheSameLine() {
        process.begins(LogFormat.json, "reader", "r-1");
        log.warn("It broke", new IllegalStateException("first", new IllegalArgumentException("second")));
        assertThat(line().path("error").asString())
                .startsWith("java.lang.IllegalStateException: first")
                .contains("Caused by: java.lang.IllegalArgumentException: second");
    }

    @Test
    void nothingThatATerminalWouldCarryOutIsInALineOfText() {
        log.warn("one\ntwo \u001b[2J \u202eZürich", new IllegalStateException("first\u0007"));
        assertThat(written.toString(UTF_8))
                .contains("one\ntwo \\u001b[2J \\u202eZürich")
                .doesNotContainPattern("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]");
    }

    @Test
    void aSentenceOfTwoLinesIsOneLine() {
        process.begins(LogFormat.json, "reader", "r-1");
        log.warn("one\ntwo \u001b[2J \u009b2J \u202eZürich");
        assertThat(line().path("message").asString()).isEqualTo("one\ntwo \u001b[2J \u009b2J \u202eZürich");
        assertThat(written.toString(UTF_8)).doesNotContainPattern("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]");
    }

    private JsonNode line() {
        List<String> lines = lines();
        assertThat(lines).hasSize(1);
        return JSON.readTree(lines.getFirst());
    }

    private List<String> lines() {
        return written.toString(UTF_8).lines().toList();
    }
}
