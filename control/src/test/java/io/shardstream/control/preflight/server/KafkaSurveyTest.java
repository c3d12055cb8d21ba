package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaSurveyTest {
    private final Map<String, String> settings = new HashMap<>();

    /// As topics are made by it.
    @Test
    void ofBrokersThatDifferInTheReplicasByDefaultTheLargestNumberCounts() {
        says("default.replication.factor", "2");
        says("default.replication.factor", "10");
        says("default.replication.factor", "3");
        assertThat(settings).containsExactly(Map.entry("default.replication.factor", "10"));
    }

    @Test
    void ofOtherSettingsThatOfOneBrokerCounts() {
        says("min.insync.replicas", "2");
        says("min.insync.replicas", "1");
        says("unclean.leader.election.enable", null);
        assertThat(settings).containsExactly(Map.entry("min.insync.replicas", "1"));
    }

    private void says(String name, @Nullable String value) {
        KafkaSurvey.put(new Config(List.of(new ConfigEntry(name, value))), settings);
    }
}
