package io.shardstream.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.localcluster.search.ServerVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalClusterArgumentsTest {

    @Test
    void readsBrokersServersAndNodes() {
        assertThat(LocalClusterArguments.parse(
                        List.of("--kafka", "3", "--elasticsearch", "9.5.3", "--opensearch", "3.8.0", "--nodes", "2")))
                .isEqualTo(new LocalClusterArguments(
                        3, List.of(ServerVersion.ELASTICSEARCH_9, ServerVersion.OPENSEARCH_3), 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--kafka", "--kafka 0", "--kafka x", "--brokers 1", "--nodes 2"})
    void tellsTheUsageWhereTheArgumentsAreWrong(String line) {
        List<String> arguments = List.of(line.split(" ", -1));
        assertThatThrownBy(() -> LocalClusterArguments.parse(line.isEmpty() ? List.of() : arguments))
                .hasMessageContaining("Usage: ");
    }
}
