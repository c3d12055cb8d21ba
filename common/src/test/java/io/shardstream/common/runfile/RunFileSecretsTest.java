package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Side;
import io.shardstream.common.file.Renewed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which secrets a process needs, where they come from, and that they are not shown.
class RunFileSecretsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void whoSpeaksToKafkaAloneNeedsNothingThatSourceAndTargetTakeFromElsewhere() throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, RunFiles.FULL);
        Files.writeString(folder.resolve("password"), RunFiles.SECRET);
        Map<String, String> environment = Map.of("SOURCE_PASSWORD", RunFiles.SECRET);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "user: reader, password: \"${env:SOURCE_PASSWORD}\"",
                                "user: reader, password: \"${env:ABSENT}\""));

        RunFile run = RunFile.readForKafka(file, environment::get);

        assertThat(run.kafka().properties().get("ssl.keystore.password"))
                .extracting(Secret::reveal)
                .isEqualTo(RunFiles.SECRET);
        Auth.Basic unknown = (Auth.Basic) run.source().endpoint().auth().orElseThrow();
        assertThat(unknown.password()).hasToString("${env:ABSENT}");
        assertThatThrownBy(unknown::header)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("${env:ABSENT} was not looked up in this process");
    }

    @Test
    void whoSpeaksToKafkaAloneNeedsItsSecrets() throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, RunFiles.FULL);
        assertThatThrownBy(() -> RunFile.readForKafka(file, _ -> null))
                .isInstanceOfSatisfying(
                        RunFileException.class,
                        e -> assertThat(e.problems())
                                .hasSize(2)
                                .allSatisfy(problem -> assertThat(problem).contains("kafka.properties")));
    }

    @Test
    void whoLooksAtDocumentsInKafkaNeedsWhatOpensThemAndNoSecretOfTheClusters() throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, RunFiles.FULL);
        Files.writeString(folder.resolve("password"), RunFiles.SECRET);
        Map<String, String> kafka = Map.of("SOURCE_PASSWORD", RunFiles.SECRET);
        Map<String, String> both = Map.of("SOURCE_PASSWORD", RunFiles.SECRET, "SEAL_KEY", RunFiles.SEAL_KEY);

        assertThat(RunFile.readForKafka(file, kafka::get).docs().sealKey().map(Secret::isKnown))
                .contains(false);
        assertThat(RunFile.readForDocuments(file, both::get).docs().sealKey().map(Secret::reveal))
                .contains(RunFiles.SEAL_KEY);
        assertThatThrownBy(() -> RunFile.readForDocuments(file, kafka::get))
                .isInstanceOf(RunFileException.class)
                .hasMessageContaining("docs.seal-key needs the environment variable SEAL_KEY");
    }

    @Test
    void whoReadsNeedsNoSecretOfTheTargetAndNoneOfACutOver() throws Exception {
        Path file = sides();
        Map<String, String> own = Map.of("KAFKA", "k", "SOURCE", "s", "SEAL_KEY", RunFiles.SEAL_KEY);

        RunFile reader = RunFile.readFor(Side.SOURCE, file, own::get);

        assertThat(reader.source().endpoint().auth().map(Auth::header).map(Secret::reveal))
                .isPresent();
        assertThat(reader.lacking(Side.SOURCE)).isEmpty();
        assertThat(reader.lacking(Side.TARGET)).containsExactly("${env:TARGET_KEY}");
        assertThat(reader.cutover().lacking()).containsExactly("--token=${env:HOOK}");
        assertThatThrownBy(() -> RunFile.readFor(Side.TARGET, file, own::get))
                .isInstanceOf(RunFileException.class)
                .hasMessageContaining("target.auth.api-key needs the environment variable TARGET_KEY");
    }

    @Test
    void whoWritesNeedsNoSecretOfTheSource() throws Exception {
        Path file = sides();
        Map<String, String> own = Map.of("KAFKA", "k", "TARGET_KEY", "t", "SEAL_KEY", RunFiles.SEAL_KEY);
        Files.delete(folder.resolve("ca.pem"));

        RunFile writer = RunFile.readFor(Side.TARGET, file, own::get);

        assertThat(writer.lacking(Side.TARGET)).isEmpty();
        assertThat(writer.lacking(Side.SOURCE))
                .containsExactly("${env:SOURCE}", folder.resolve("ca.pem").toString());
        assertThatThrownBy(() -> RunFile.readFor(Side.SOURCE, file, own::get))
                .isInstanceOf(RunFileException.class)
                .hasMessageContaining("source.auth.basic.password needs the environment variable SOURCE")
                .hasMessageContaining("source.tls.ca needs the file");
    }

    @Test
    void whatAReaderHasOfTheOtherSideItUses() throws Exception {
        Map<String, String> all =
                Map.of("KAFKA", "k", "SOURCE", "s", "TARGET_KEY", "t", "HOOK", "h", "SEAL_KEY", RunFiles.SEAL_KEY);
        RunFile reader = RunFile.readFor(Side.SOURCE, sides(), all::get);
        assertThat(reader.lacking(Side.TARGET)).isEmpty();
        assertThat(reader.cutover().lacking()).isEmpty();
        assertThat(reader.target().endpoint().auth().map(Auth::header).map(Secret::reveal))
                .contains("ApiKey t");
    }

    /// A run file in which every section has a secret of its own.
    private Path sides() throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(folder.resolve("password"), RunFiles.SECRET);
        Files.writeString(folder.resolve("ca.pem"), "");
        Files.writeString(
                file,
                RunFiles.FULL
                        .replace(
                                "user: reader, password: \"${env:SOURCE_PASSWORD}\"",
                                "user: reader, password: \"${env:SOURCE}\"")
                        .replace("${env:SOURCE_PASSWORD}", "${env:KAFKA}")
                        .replace("--token=${env:SEAL_KEY}", "--token=${env:HOOK}"));
        return file;
    }

    @Test
    void noPrintedFormHoldsASecret() throws Exception {
        RunFile run = RunFiles.read(folder, RunFiles.FULL);
        Auth auth = run.source().endpoint().auth().orElseThrow();
        assertThat(List.of(run.toString(), run.effective(), auth.header().toString()))
                .allSatisfy(text -> assertThat(text).doesNotContain(RunFiles.SECRET));
        assertThat(run.effective()).contains("password: \"${env:SOURCE_PASSWORD}\"", "api-key: \"${env:TARGET_KEY}\"");
    }

    @Test
    void aPasswordInAFileThatChangesIsTakenUpWhileTheProcessWorks() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "one\n");
        Path file = Files.writeString(
                folder.resolve("run.yaml"),
                RunFiles.SHORT.replace("  index: cities\n", "  index: cities\n  auth: {bearer: '${file:password}'}\n"));
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        RunFile run = RunFileReader.read(file, RunFiles.ENVIRONMENT::get, NeededSecrets.CLUSTERS, now::get);
        Auth auth = run.source().endpoint().auth().orElseThrow();
        assertThat(auth.header().reveal()).isEqualTo("Bearer one");

        Files.writeString(password, "two\n");
        now.set(now.get().plus(Renewed.PERIOD));
        assertThat(auth.header().reveal()).isEqualTo("Bearer two");

        Files.writeString(password, "th\nree\n");
        now.set(now.get().plus(Renewed.PERIOD));
        assertThat(auth.header().reveal()).as("of a file that cannot be used").isEqualTo("Bearer two");
    }

    @Test
    void aUserMayComeFromWherePasswordsComeFrom() throws Exception {
        Path file = folder.resolve("run.yaml");
        String auth =
                "  index: cities\n  auth: {basic: {user: '${env:PART}-${file:user}', password: '${env:PASSWORD}'}}\n";
        Files.writeString(file, RunFiles.SHORT.replace("  index: cities\n", auth));
        Files.writeString(folder.resolve("user"), "user\n");

        RunFile run = RunFile.read(file, Map.of("PART", "reader", "PASSWORD", "open sesame")::get);

        assertThat(run.source().endpoint().auth().orElseThrow().header().reveal())
                .isEqualTo("Basic "
                        + Base64.getEncoder()
                                .encodeToString("reader-user:open sesame".getBytes(StandardCharsets.UTF_8)));
        assertThat(run.effective()).contains("${env:PART}-${file:user}");
        assertThat(RunFile.readForKafka(file, _ -> null).effective()).isEqualTo(run.effective());
    }

    @Test
    void theAuthorizationHeaderIsThatOfTheKindThatWasGiven() {
        Secret secret = new Secret("${env:X}", "open sesame");
        assertThat(new Auth.Basic(new Secret("Aladdin", "Aladdin"), secret)
                        .header()
                        .reveal())
                .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assertThat(new Auth.ApiKey(secret).header().reveal()).isEqualTo("ApiKey open sesame");
        assertThat(new Auth.Bearer(secret).header().reveal()).isEqualTo("Bearer open sesame");
    }
}
