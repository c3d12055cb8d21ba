package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a user reads who made a mistake.
class RunFileProblemsTest {
    @TempDir
    private Path folder = Path.of("");

    static Stream<Arguments> mistakes() {
        return Stream.concat(RunMistakes.all(), ServerMistakes.all());
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsSaidInASentenceWithFileLineAndKey(String right, String wrong, String sentences) throws Exception {
        assertThat(RunFiles.SHORT).contains(right);
        int place = RunFiles.SHORT.lastIndexOf(right);
        int from = right.contains("9200") || right.equals("  index: cities\n") ? RunFiles.SHORT.indexOf(right) : place;
        String yaml = RunFiles.SHORT.substring(0, from) + wrong + RunFiles.SHORT.substring(from + right.length());
        assertThat(String.join("\n", RunFiles.problems(folder, yaml))).isEqualTo(sentences);
    }

    /// Case C-42.
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "-a ~ must not begin with -, _ or +",
                "_a ~ must not begin with -, _ or +",
                "+a ~ must not begin with -, _ or +",
                ". ~ must not be . or ..",
                ".. ~ must not be . or ..",
                "'' ~ must not be empty",
                "a b ~ must not hold a space",
                "a#b ~ must not hold '#'",
                "a:b ~ must not hold ':'",
                "a/b ~ must not hold '/'",
                "'a\\b' ~ must not hold '\\'",
                "'a\"b' ~ must not hold '\"'",
                "<a-{now/d}> ~ must be the name of one index, not a pattern, a list or date math",
                "a?apikey=s3cr3t ~ must be the name of one index, not a pattern, a list or date math, got \"a?…\""
            })
    void whatElasticsearchRefusesAsAnIndexIsRefusedByTheRuleThatItBreaks(String index, String rule) throws Exception {
        String yaml = RunFiles.SHORT.replace("index: cities-v2", "index: " + index);
        assertThat(RunFiles.problems(folder, yaml))
                .singleElement()
                .asString()
                .startsWith("run.yaml:9: target.index " + rule)
                .doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a_b:9092", "'[::1]:9092'", "10.0.0.1:1"})
    void aBrokerMayHaveAnyNameThatHostsHave(String broker) throws Exception {
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("localhost:9092", broker)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:0", "'[12]:9092'", "a", "a b:9092", ":9092"})
    void whatIsNoHostAndPortIsNoBroker(String broker) throws Exception {
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("localhost:9092", broker)))
                .singleElement()
                .asString()
                .contains("kafka.bootstrap must be host:port");
    }

    @Test
    void anIndexMayHave255BytesAndAnyLetters() throws Exception {
        String fits = "é".repeat(127) + "2";
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("cities-v2", fits)))
                .isEmpty();
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("cities-v2", fits + "a")))
                .hasSize(1);
    }

    @Test
    void allProblemsAreSaidAtOnceInTheOrderOfTheirLines() throws Exception {
        assertThat(RunFiles.problems(folder, """
                run: X
                kafka:
                  bootstrap: here
                  replicas: 2
                source:
                  nodes: []
                  index: "*"
                target:
                  shard: 3
                writer:
                  bulk-bytes: many
                """))
                .containsExactly(
                        "run.yaml:1: run must be 1 to 60 lower-case letters, digits and hyphens, the first no hyphen, got \"X\"",
                        "run.yaml:3: kafka.bootstrap must be host:port, such as localhost:9092, got \"here\"",
                        "run.yaml:4: kafka.replicas is not known; did you mean kafka.replication?",
                        "run.yaml:6: source.nodes must have at least one value",
                        "run.yaml:7: source.index must be the name of one index, not a pattern, a list or date math, got \"*\"",
                        "run.yaml:8: target.nodes is missing",
                        "run.yaml:8: target.index is missing",
                        "run.yaml:9: target.shard is not known; did you mean target.shards?",
                        "run.yaml:11: writer.bulk-bytes must be a size such as 8mb, got \"many\"");
    }

    @Test
    void whatIsNoYamlAtAllIsOneSentence() throws Exception {
        assertThat(RunFiles.problems(folder, ""))
                .containsExactly("run.yaml: is empty: a run file needs at least run, kafka, source and target");
        assertThat(RunFiles.problems(folder, "# nothing\n"))
                .containsExactly("run.yaml: is empty: a run file needs at least run, kafka, source and target");
        assertThat(RunFiles.problems(folder, "just words"))
                .containsExactly("run.yaml:1: a run file must be a map of keys, got a single value");
        assertThat(RunFiles.problems(folder, "- 1\n- 2\n"))
                .containsExactly("run.yaml:1: a run file must be a map of keys, got a list");
        assertThat(RunFiles.problems(folder, "run: cities\n\tkafka: s3cr3t-never-shown\n"))
                .containsExactly("run.yaml:2: is not valid YAML, see column 1: YAML is not indented with tabs");
        assertThat(RunFiles.problems(folder, "{".repeat(2000))).hasSize(1);
    }

    @Test
    void aFileThatCannotBeReadIsOneSentence() throws Exception {
        Path file = folder.resolve("x.yaml");
        assertThatThrownBy(() -> RunFile.read(file, name -> null))
                .isInstanceOf(RunFileException.class)
                .hasMessage(file + ": there is no such file");
        assertThatThrownBy(() -> RunFile.read(folder, name -> null))
                .hasMessage(folder + ": is a folder, not a run file");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> RunFile.read(file, name -> null)).hasMessage(file + ": is not text in UTF-8");
        Files.write(file, new byte[2 << 20]);
        assertThatThrownBy(() -> RunFile.read(file, name -> null))
                .hasMessage(file + ": has more than 1048576 bytes; a run file is a text file of 1mb at most");
        assertThatThrownBy(() -> RunFile.read(Path.of("/dev/zero"), name -> null))
                .hasMessage("/dev/zero: is no regular file; a run file is a text file of 1mb at most");
    }

    @Test
    void aSecretThatIsNoSmallFileOfTextIsOneSentence() throws Exception {
        Files.write(folder.resolve("long"), new byte[(1 << 20) + 1]);
        Files.writeString(folder.resolve("marked"), "\uFEFF" + RunFiles.SECRET);
        assertThat(bearerProblems("/dev/zero"))
                .containsExactly("run.yaml:7: source.auth.bearer needs the file /dev/zero, which is no regular file");
        assertThat(bearerProblems("long"))
                .containsExactly(
                        "run.yaml:7: source.auth.bearer needs the file long, which has more than 1048576 bytes");
        assertThat(bearerProblems("marked"))
                .containsExactly("run.yaml:7: source.auth.bearer needs the file marked, which begins with a byte order"
                        + " mark, as if that were a part of the secret: save it without");
    }

    private List<String> bearerProblems(String file) throws Exception {
        return RunFiles.problems(
                folder,
                RunFiles.SHORT.replace(
                        "  index: cities\n", "  index: cities\n  auth: {bearer: '${file:" + file + "}'}\n"));
    }

    @Test
    void whatIsTrustedByNameMayBeOfAnotherHostAndAHostMayHaveAnUnderscore() throws Exception {
        String yaml = RunFiles.SHORT
                .replace(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {ssl.endpoint.identification.algorithm: '',"
                                + " ssl.truststore.location: ca.pem, ssl.truststore.type: PEM}")
                .replace("http://localhost:9200\n  index: cities\n", "http://es_1:9200/\n  index: cities\n");
        RunFile run = RunFiles.read(folder, yaml);
        assertThat(run.source().endpoint().nodes()).containsExactly(URI.create("http://es_1:9200"));
        assertThat(run.source().endpoint().isHere()).isFalse();
        assertThat(run.target().endpoint().isHere()).isTrue();
    }
}
