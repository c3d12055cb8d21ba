package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.ittests.structure.Project;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.kafka.KafkaVersion;
import io.shardstream.workload.load.Articles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A run on each version of Kafka's brokers: copied while it is written to and while a writer and the broker are
/// killed, compared by bytes, and cut over, with its ledger.
@RealServers
class BrokerVersionTest {
    private static final int DOCUMENTS = 300;

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void isCopiedAndCutOver(KafkaVersion version) throws Exception {
        try (KafkaCluster kafka = KafkaCluster.builder()
                        .version(version)
                        .heapMegabytes(384)
                        .compilingLittle()
                        .start();
                CopyRun run = CopyRun.through(Brokers.of(kafka))
                        .withSource("\"number_of_shards\":2", "{}")
                        .withDocs("trim: written")
                        .following()
                        .holding(new Articles(7).stream(DOCUMENTS))) {
            run.planned();
            run.startHere("reader");
            Child writer = run.start("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            String documents = "/" + run.source() + "/_doc/";
            run.rest().put(documents + "new-1", "{\"n\":1}");
            run.rest().put(documents + "new-2", "{\"n\":2}");
            run.rest().delete(documents + "new-2");
            writer.kill();
            kafka.broker(1).kill();
            run.rest().put(documents + "new-3", "{\"n\":3}");
            kafka.broker(1).start();
            Child successor = run.start("writer");
            run.awaitCaughtUp();

            assertThat(run.command("verify", "--content", "all").code()).isZero();
            CopyRun.Output cutover = run.command("cutover");

            assertThat(cutover.code()).as(cutover.text()).isZero();
            run.awaitComplete();
            assertThat(successor.awaitEnd(TestPatience.LIMIT))
                    .as(successor.tail())
                    .isZero();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS + 2);
            assertThat(sumsOf(run))
                    .as("the ledger's stores in Kafka")
                    .isNotEmpty()
                    .allSatisfy(topic -> assertThat(new TopicContent(run.connection()).of(topic))
                            .isNotEmpty());
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    @Test
    void theReadmeNamesTheVersions() throws Exception {
        String versions =
                Arrays.stream(KafkaVersion.values()).map(KafkaVersion::number).collect(Collectors.joining(" and "));

        assertThat(Files.readString(Project.HOME.resolve("README.md")))
                .contains("brokers of Kafka " + versions + " (`BrokerVersionTest`)");
    }

    /// The topics in which Kafka Streams keeps what it has summed up.
    private static List<String> sumsOf(CopyRun run) throws Exception {
        try (Admin admin = run.connection().admin("test")) {
            return admin.listTopics().names().get().stream()
                    .filter(name -> name.contains(run.topics().run()) && name.endsWith("-changelog"))
                    .filter(name -> !name.contains("rejects"))
                    .toList();
        }
    }
}
