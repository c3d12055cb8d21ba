package io.shardstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.deploy.Unpacked.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tar.gz as somebody meets it who has nothing but a Java.
class DistributionTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"));
    private static final String RUN_FILE = """
            run: cities
            kafka: { bootstrap: "localhost:9092" }
            source: { nodes: "http://localhost:9200", index: cities }
            target: { nodes: "http://localhost:9200", index: cities-v2 }
            """;

    @TempDir
    private static Path temporary = Path.of("temporary");

    private static Unpacked unpacked = new Unpacked(temporary, temporary);

    @BeforeAll
    static void unpack() throws Exception {
        unpacked = Unpacked.into(temporary);
        Files.writeString(unpacked.work().resolve("run.yaml"), RUN_FILE);
    }

    @Test
    void itHoldsWhatIsNeededAndNothingElse() throws Exception {
        try (var all = Files.list(unpacked.home())) {
            assertThat(all.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("LICENSE", "NOTICE", "bin", "grafana", "lib", "prometheus", "sbom.json");
        }
        assertThat(unpacked.libraries(".jar"))
                .anyMatch(name -> name.startsWith("shardstream-cli-"))
                .anyMatch(name -> name.startsWith("kafka-clients-"))
                .noneMatch(name -> name.matches("(junit|assertj|shardstream-(bench|simulation)).*"));
        assertThat(Files.readString(unpacked.home().resolve("LICENSE"))).contains("Apache License");
        for (String program : List.of("shardstream", "shardstream-quick-start")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(unpacked.program(program)))))
                    .isEqualTo("rwxr-xr-x");
        }
    }

    @Test
    void everyJarIsInTheSbomWithALicence() throws Exception {
        JsonNode sbom =
                JsonMapper.shared().readTree(Files.readString(unpacked.home().resolve("sbom.json")));
        Map<String, JsonNode> components = StreamSupport.stream(
                        sbom.path("components").spliterator(), false)
                .collect(Collectors.toMap(
                        part -> part.path("name").asString() + "-"
                                + part.path("version").asString() + ".jar",
                        part -> part,
                        (one, other) -> one));

        assertThat(components.keySet()).containsExactlyInAnyOrderElementsOf(unpacked.libraries(".jar"));
        assertThat(components.entrySet().stream()
                        .filter(part -> part.getValue().path("licenses").isEmpty())
                        .map(Map.Entry::getKey))
                .isEmpty();
        assertThat(sbom.has("serialNumber")).as("a random number").isFalse();
    }

    @Test
    void theCommandWorksFromAnotherFolderAndThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(unpacked.work().resolve("link"), Path.of(unpacked.program("shardstream")));
        Answer version = unpacked.call(JAVA, Map.of(), link.toString(), "--version");
        assertThat(version.out()).startsWith("shardstream 0.");
        assertThat(version.err()).isEmpty();

        Answer check =
                unpacked.call(JAVA, Map.of(), unpacked.program("shardstream"), "config", "check", "-f", "run.yaml");
        assertThat(check.err()).isEmpty();
        assertThat(check.out()).contains("cities-v2");
        assertThat(check.code()).isZero();
    }

    @Test
    void whereNothingThatIsUnpackedCanBeExecutedSealingIsRefusedInOneSentence() throws Exception {
        Path sealed = Files.writeString(
                unpacked.work().resolve("sealed.yaml"), RUN_FILE + "docs: { seal-key: \"${env:SEAL_KEY}\" }\n");
        Answer answer = unpacked.call(
                JAVA,
                Map.of(
                        "SHARDSTREAM_OPTS",
                        "-Djava.io.tmpdir=none",
                        "SEAL_KEY",
                        "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U="),
                unpacked.program("shardstream"),
                "reader",
                "-f",
                sealed.toString());
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.err())
                .contains("Documents cannot be sealed, as the native part of Zstandard cannot be loaded.")
                .doesNotContain("\tat ");
    }

    @Test
    void aJavaWithoutACompilerWillDo() throws Exception {
        Path runtime = unpacked.work().resolve("a runtime");
        Files.createDirectories(runtime.resolve("bin"));
        Files.createDirectories(runtime.resolve("lib"));
        Files.createFile(runtime.resolve("lib/modules"));
        Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"1000.1\"\n");
        script(runtime.resolve("bin/java"), "echo taken");
        assertThat(unpacked.call(runtime, Map.of(), unpacked.program("shardstream"), "--version")
                        .out())
                .isEqualTo("taken\n");
    }

    @Test
    void withoutAJavaThatIsNewEnoughItSaysSoInOneSentence() throws Exception {
        Path copy = Files.createDirectories(unpacked.work().resolve("copy/bin"));
        Path script = copy.resolve("shardstream");
        Files.copy(Path.of(unpacked.program("shardstream")), script);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path finder =
                Files.createDirectories(unpacked.work().resolve("copy/lib")).resolve("find-jdk.sh");
        // Above any Java that is on this machine.
        Files.writeString(
                finder,
                Files.readString(unpacked.home().resolve("lib/find-jdk.sh"))
                        .replaceFirst("(?m)^jdk_needed=.*$", "jdk_needed=1000"));

        Answer answer = unpacked.call(JAVA, Map.of(), script.toString(), "--version");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err().lines())
                .singleElement()
                .asString()
                .startsWith("shardstream: Shardstream needs Java 1000 or newer, and none was found in JAVA_HOME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shardstream.jsa", "shardstream.aot"})
    void whatWasMadeForAQuickStartAndIsOfNoUseIsPassedOverInSilence(String name) throws Exception {
        Path made = unpacked.home().resolve("lib").resolve(name);
        try {
            Files.writeString(made, "none");
            assertClean(unpacked.call(JAVA, Map.of(), unpacked.program("shardstream"), "--version"));
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /// It is found out later than a file that is none.
    @Test
    void anArchiveOfOtherJarsIsPassedOverInSilence() throws Exception {
        Path archive = unpacked.home().resolve("lib/shardstream.jsa");
        try {
            Answer dumped = unpacked.call(
                    JAVA,
                    Map.of(),
                    JAVA.resolve("bin/java").toString(),
                    "-XX:+UseG1GC",
                    "-Xshare:dump",
                    "-XX:SharedArchiveFile=" + archive,
                    "-cp",
                    Objects.requireNonNull(JAVA.getParent())
                            .resolve("other.jar")
                            .toString());
            assertThat(dumped.code()).isZero();
            assertClean(unpacked.call(JAVA, Map.of(), unpacked.program("shardstream"), "--version"));
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    @Test
    void theQuickStartSaysWhatItTakesAndMakesNothingOfARunFileThatIsNotThere() throws Exception {
        String program = unpacked.program("shardstream-quick-start");
        Answer help = unpacked.call(JAVA, Map.of(), program, "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("shardstream-quick-start RUN_FILE").doesNotContain("set -eu");

        Answer refused = unpacked.call(JAVA, Map.of(), program, "nothing.yaml");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err().lines())
                .singleElement()
                .asString()
                .contains("nothing.yaml: there is no such run file");
        assertThat(unpacked.home().resolve("lib/shardstream.jsa")).doesNotExist();
    }

    @Test
    void whatTheJvmIsGivenBesideIsKept() throws Exception {
        Answer answer = unpacked.call(
                JAVA,
                Map.of("SHARDSTREAM_OPTS", "-XX:+UseSerialGC -XX:+PrintFlagsFinal"),
                unpacked.program("shardstream"),
                "--version");
        assertThat(answer.out().lines()).anyMatch(line -> line.matches(" *bool UseSerialGC += true .*"));
    }

    /// As from cron; what is not ASCII in arguments and in the environment would come as something else.
    @ParameterizedTest
    @CsvSource({"LANG,'',UTF-8", "LC_ALL,C,ANSI_X3.4-1968"})
    void whereNoLocaleIsSetWordsOfTheEnvironmentAreUtf8(String name, String value, String encoding) throws Exception {
        Answer answer = unpacked.call(
                JAVA,
                Map.of("SHARDSTREAM_OPTS", "-XshowSettings:properties", name, value),
                unpacked.program("shardstream"),
                "--version");
        assertThat(answer.err()).contains("sun.jnu.encoding = " + encoding + "\n");
    }

    private static void assertClean(Answer answer) {
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out().lines()).singleElement().asString().startsWith("shardstream 0.");
        assertThat(answer.code()).isZero();
    }

    private static void script(Path file, String line) throws Exception {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
