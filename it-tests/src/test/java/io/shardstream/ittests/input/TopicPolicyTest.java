package io.shardstream.ittests.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.kafka.KafkaCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// C-28: brokers that do not take every topic.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
@RealServers
class TopicPolicyTest {
    @TempDir
    private Path folder;

    private InputServers servers;

    @BeforeAll
    void start() throws Exception {
        servers = new InputServers(KafkaCluster.builder()
                .compilingLittle()
                .with(PickyTopics.class)
                .setting("create.topic.policy.class.name", PickyTopics.class.getName())
                .start());
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @Test
    void whatThePolicyRefusesIsSaidBeforeAnythingIsMadeAndWhatItTakesIsAskedFor() throws Exception {
        servers.put("/picky-source/_doc/1?refresh=true", "{'name':'one'}");
        String large = servers.runFile("picky");
        String[] sentence = {
            "topic shardstream.picky.rejects: \"max.message.bytes of a topic must be 0 to 8388608\"",
            "kafka.replication decides the number of replicas (1 now), docs.max-document the largest message"
        };

        Command plan = Command.run("plan", "-f", InputServers.write(folder, large));
        assertThat(plan.code()).isEqualTo(3);
        assertThat(plan.out().replaceAll("\\s+", " ")).contains(sentence);
        Command refused = Command.run("run", "-f", InputServers.write(folder, large));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).startsWith("The brokers' policy refuses").contains(sentence);
        assertThat(servers.get("/_cat/indices?h=index")).doesNotContain("picky-target");

        // Segments of 16 MiB, which no policy of theirs allows, are only wished for.
        String small = large + "docs:\n  max-document: 4mb\n";
        Command taken = Command.run("run", "-f", InputServers.write(folder, small));
        assertThat(taken.code()).as(taken.err()).isZero();
        assertThat(servers.get("/picky-target/_count")).contains("\"count\":1");
    }
}
