package io.shardstream.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class RunOrAddressesTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("PW", "hidden", "KEY", "secret");
    private static final List<String> PLAIN = List.of(
            "--source=http://a:9200/cities", "--target=https://b:9200,https://c:9200/Cities_v2", "--kafka=k1:1,k2:2");

    @Test
    void addressesMakeARunThatIsNamedAsItsTarget() throws RunFileException {
        RunFile run = read(
                "--source=http://a:9200,http://b:9200/cities",
                "--target=https://c:9200/.cities_v2",
                "--kafka=k1:1, k2:2");
        assertThat(run.name()).isEqualTo("cities-v2");
        assertThat(run.kafka().bootstrap()).containsExactly("k1:1", "k2:2");
        assertThat(run.source().endpoint().nodes()).hasToString("[http://a:9200, http://b:9200]");
        assertThat(run.source().index()).isEqualTo("cities");
        assertThat(run.target().index()).isEqualTo(".cities_v2");
        assertThat(run.source().endpoint().auth()).isEmpty();
    }

    @Test
    void whatIsWrittenIsARunFileWithReferencesInPlaceOfSecrets() throws RunFileException {
        RunFile run = read(
                "--source=http://a:9200/cities",
                "--source-user=u",
                "--source-password-env=PW",
                "--target=http://b:9200/v2",
                "--target-api-key-env=KEY",
                "--kafka=k:1",
                "--kafka-property=security.protocol=SSL",
                "--run=mine");
        assertThat(run.effective())
                .contains("run: mine", "${env:PW}", "${env:KEY}", "security.protocol")
                .doesNotContain("hidden", "secret\n");
        assertThat(RunFile.ofText(run.effective(), "x", ENVIRONMENT::get)).isEqualTo(run);
    }

    @ParameterizedTest
    @CsvSource({
        "--source=http://u:hunter2@a:9200/cities, must not hold credentials",
        "--source=http://a:9200, must be an address with an index",
        "--source=http://a:9200/, must be an address with an index",
        "--source-password-env=hunter2!, -password-env belong together",
        "--source-api-key-env=hunter2!, must be the name of an environment variable"
    })
    void anOptionThatIsWrongIsToldWithoutWhatMayBeASecret(String option, String words) {
        List<String> all = new ArrayList<>(PLAIN);
        if (option.startsWith("--source=")) {
            all.removeFirst();
        }
        all.add(option);
        assertThatThrownBy(() -> read(all.toArray(String[]::new)))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void whatARunFileMayNotHoldIsToldAsThereWithoutALine() {
        assertThatThrownBy(() -> read(PLAIN.toArray(String[]::new)))
                .isInstanceOf(RunFileException.class)
                .hasMessage(
                        "options: target.index must be in lower case, as the names of all indices are, got \"Cities_v2\"");
    }

    @Test
    void aSecretInAPropertyOfKafkaIsRefused() {
        assertThatThrownBy(() -> read(
                        "--source=http://a:9200/cities",
                        "--target=http://b:9200/v2",
                        "--kafka=k:1",
                        "--kafka-property=ssl.truststore.password=hunter2"))
                .isInstanceOf(RunFileException.class)
                .hasMessageContaining("${env:NAME}")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aRunFileAndAddressesExcludeEachOtherAndOneMustBeGiven() {
        assertThatThrownBy(() -> read("-f", "run.yaml", "--kafka=k:1")).isInstanceOf(ParameterException.class);
        assertThatThrownBy(() -> read("--source=http://a:9200/cities"))
                .isInstanceOf(ParameterException.class)
                .hasMessageStartingWith("Say what to plan: ");
        assertThatThrownBy(() -> read()).isInstanceOf(ParameterException.class);
    }

    private static RunFile read(String... arguments) throws RunFileException {
        RunOrAddresses place = new RunOrAddresses();
        CommandLine command = new CommandLine(place);
        command.parseArgs(arguments);
        return place.read(command, ENVIRONMENT::get);
    }
}
