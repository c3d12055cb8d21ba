package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Hours;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Schedule;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.tls.CertificateVerification;
import io.shardstream.common.tls.ClientTlsSettings;
import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.common.tls.Trust;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is read from a run file, and what is shown of it.
class RunFileTest {
    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatIsNotGivenHasItsDefault() throws Exception {
        EndpointConfig endpoint = new EndpointConfig(
                List.of(URI.create("http://localhost:9200")),
                Optional.empty(),
                ClientTlsSettings.USUAL,
                Duration.ofSeconds(60));
        assertThat(RunFiles.read(folder, RunFiles.SHORT))
                .isEqualTo(new RunFile(
                        "cities",
                        new KafkaConfig(List.of("localhost:9092"), OptionalInt.empty(), Map.of()),
                        new SourceConfig(
                                endpoint,
                                "cities",
                                false,
                                false,
                                true,
                                Duration.ofSeconds(1),
                                OnSourceMappingChange.APPLY),
                        new TargetConfig(
                                endpoint,
                                "cities-v2",
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                json("{}"),
                                Optional.empty(),
                                false,
                                OnMappingChange.STOP),
                        new DocsConfig(OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty()),
                        new ReaderConfig(4, 8 << 20, 64 << 20),
                        new WriterConfig(5 << 20, BulkScope.AUTO, 8, 64 << 20),
                        VersionMode.SEQNO,
                        Optional.empty(),
                        Duration.ofSeconds(60),
                        OptionalInt.empty(),
                        new CutoverConfig(
                                Duration.ofSeconds(60),
                                10_000,
                                List.of(),
                                0,
                                ReplaceIndex.NO,
                                List.of(),
                                Duration.ofSeconds(10)),
                        Throttle.NONE,
                        Optional.empty(),
                        Duration.ofSeconds(15)));
    }

    @Test
    void everyKeyReachesItsPlace() throws Exception {
        assertThat(RunFiles.read(folder, RunFiles.FULL))
                .isEqualTo(new RunFile(
                        "all-keys",
                        new KafkaConfig(
                                List.of("a:9092", "b:9093"),
                                OptionalInt.of(3),
                                Map.of(
                                        "security.protocol",
                                        new Secret("SASL_SSL", "SASL_SSL"),
                                        "sasl.jaas.config",
                                        new Secret(
                                                RunFiles.PLAIN
                                                        + " required username=\"u\""
                                                        + " password=\"${env:SOURCE_PASSWORD}\";",
                                                RunFiles.PLAIN + " required username=\"u\" password=\""
                                                        + RunFiles.SECRET + "\";"),
                                        "ssl.keystore.password",
                                        new Secret("${file:password}", RunFiles.SECRET + "-file"),
                                        "request.timeout.ms",
                                        new Secret("1000", "1000"))),
                        new SourceConfig(
                                new EndpointConfig(
                                        List.of(
                                                URI.create("https://es1.example:9243"),
                                                URI.create("https://es2.example")),
                                        Optional.of(new Auth.Basic(
                                                new Secret("reader", "reader"),
                                                new Secret("${env:SOURCE_PASSWORD}", RunFiles.SECRET))),
                                        new ClientTlsSettings(
                                                new Trust.Authorities(folder.resolve("ca.pem")),
                                                CertificateVerification.CERTIFICATE,
                                                Optional.of(new IdentityFiles(
                                                        folder.resolve("ca.pem"), folder.resolve("password")))),
                                        Duration.ofSeconds(90)),
                                ".hidden-source",
                                true,
                                true,
                                false,
                                Duration.ofSeconds(7),
                                OnSourceMappingChange.NOTE),
                        new TargetConfig(
                                new EndpointConfig(
                                        List.of(URI.create("http://127.0.0.1:9200")),
                                        Optional.of(new Auth.ApiKey(
                                                new Secret("${env:TARGET_KEY}", RunFiles.SECRET + "-key"))),
                                        ClientTlsSettings.USUAL,
                                        Duration.ofMillis(1500)),
                                "2026",
                                OptionalInt.of(5),
                                OptionalInt.of(2),
                                OptionalInt.of(1),
                                json("{'index': {'refresh_interval': -1, 'codec': 'best_compression'}}"),
                                Optional.of(json("""
                                    {'dynamic': false, 'properties': {
                                      'name': {'type': 'keyword', 'ignore_above': 256},
                                      'weight': {'type': 'float', 'null_value': 1.50}}}
                                    """)),
                                true,
                                OnMappingChange.WARN),
                        new DocsConfig(
                                OptionalLong.of(20 << 20),
                                OptionalLong.of(2L << 30),
                                Optional.of(Trim.VERIFIED),
                                Optional.of(new Secret("${env:SEAL_KEY}", RunFiles.SEAL_KEY))),
                        new ReaderConfig(2, 512 << 10, 1 << 30),
                        new WriterConfig(1024, BulkScope.SHARD, 7, 32 << 20),
                        VersionMode.SOURCE,
                        Optional.of(true),
                        Duration.ofMinutes(5),
                        OptionalInt.of(100),
                        new CutoverConfig(
                                Duration.ofSeconds(30),
                                500,
                                List.of("{\"size\":0}", "{}"),
                                20,
                                ReplaceIndex.NO,
                                List.of(
                                        new Secret("/opt/switch", "/opt/switch"),
                                        new Secret("--token=${env:SEAL_KEY}", "--token=" + RunFiles.SEAL_KEY)),
                                Duration.ofSeconds(20)),
                        new Throttle(
                                OptionalLong.of(2 << 20),
                                OptionalLong.of(0),
                                OptionalInt.of(3),
                                new Schedule(
                                        List.of(Hours.of("22:00-06:00"), Hours.of("12:00-13:30")),
                                        ZoneId.of("Europe/Zurich")),
                                new Objective(Optional.of(Duration.ofMillis(50)), OptionalInt.of(80))),
                        Optional.of("{\"size\":1}"),
                        Duration.ofMinutes(2)));
    }

    @Test
    void everyKeyThatIsKnownIsInTheFullFile() {
        // Alternatives exclude one another.
        assertThat(RunFile.keys().keySet())
                .filteredOn(key -> !key.endsWith(".auth.bearer") && !key.endsWith(".ca-fingerprint"))
                .allSatisfy(key ->
                        assertThat(RunFiles.FULL).containsPattern("(?m)\\b" + key.replaceAll(".*\\.", "") + ":"));
    }

    @Test
    void theEffectiveConfigurationIsARunFileOfTheSameRun() throws Exception {
        for (String yaml : List.of(RunFiles.SHORT, RunFiles.FULL)) {
            RunFile run = RunFiles.read(folder, yaml);
            assertThat(RunFiles.read(folder, run.effective())).isEqualTo(run);
        }
    }

    @Test
    void theEffectiveConfigurationShowsDefaults() throws Exception {
        assertThat(RunFiles.read(folder, RunFiles.SHORT).effective()).isEqualTo("""
                run: cities
                kafka:
                  bootstrap:
                  - localhost:9092
                  properties: {}
                source:
                  nodes:
                  - http://localhost:9200
                  request-timeout: 1m
                  index: cities
                  ids-unique-across-routings: false
                  application-versions: false
                  refresh: true
                  refresh-interval: 1s
                  on-mapping-change: apply
                target:
                  nodes:
                  - http://localhost:9200
                  request-timeout: 1m
                  index: cities-v2
                  settings: {}
                  accept-as-it-is: false
                  on-mapping-change: stop
                docs: {}
                reader:
                  windows-in-flight: 4
                  window-bytes: 8mb
                  max-bytes: 64mb
                writer:
                  bulk-bytes: 5mb
                  bulk-scope: auto
                  bulks-in-flight: 8
                  max-bytes: 64mb
                version:
                  mode: seqno
                sweep:
                  every: 1m
                cutover:
                  max-blocked: 1m
                  max-lag: 10000
                  canaries: []
                  canary-tolerance: 0%
                  replace-index: "false"
                  on-swap: []
                  on-swap-timeout: 10s
                throttle:
                  hours: []
                guard: {}
                session-timeout: 15s
                """);
    }

    @Test
    void aFingerprintIsShownAsItIsCompared() throws Exception {
        String https = RunFiles.SHORT
                .replace("http:", "https:")
                .replace(
                        "  index: cities\n",
                        "  index: cities\n  tls: {ca-fingerprint: '" + "AB:".repeat(31) + "CD'}\n");

        RunFile run = RunFiles.read(folder, https);

        assertThat(run.effective()).contains("ca-fingerprint: " + "ab".repeat(31) + "cd");
        assertThat(RunFiles.read(folder, run.effective())).isEqualTo(run);
    }

    @Test
    void treesThatAreHandedOutAreCopies() throws Exception {
        RunFile run = RunFiles.read(folder, RunFiles.FULL);
        run.target().settings().put("x", 1);
        run.target().mappings().orElseThrow().put("x", 1);
        assertThat(run).isEqualTo(RunFiles.read(folder, RunFiles.FULL));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) EXACT.readTree(text.replace('\'', '"'));
    }
}
