package io.shardstream.ittests.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Every mistake is told in one sentence that says what is wrong, where, and what to do.
@TestInstance(Lifecycle.PER_CLASS)
@RealServers
class BadInputTest {
    @TempDir
    private Path folder;

    private InputServers servers;

    @BeforeAll
    void start() throws Exception {
        servers = new InputServers();
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @Test
    void noSuchIndex() throws Exception {
        failed(
                run(servers.runFile("absent")),
                1,
                "There is no index 'absent-source' on the source [" + servers.url()
                        + "]: see that the run file names the index and the cluster that you mean.");
    }

    @Test
    void anAliasIsNamed() throws Exception {
        servers.put("/aliased-1", "{'aliases':{'aliased-source':{}}}");
        failed(
                run(servers.runFile("aliased")),
                1,
                "'aliased-source' on the source is an alias of index 'aliased-1': name that index instead.");
    }

    /// C-119: by turns, requests would go to one and to the other.
    @Test
    void theAddressesOfOneSideLeadToTwoClusters() throws Exception {
        servers.put("/twofold-source/_doc/1?refresh=true", "{}");
        String other = Servers.elasticsearch().url().toString();
        // One that has just started does not know which cluster it is.
        new Rest(Servers.elasticsearch().url()).put("/" + Servers.name("ready"), "{}");
        for (String side : List.of("source", "target")) {
            String file = servers.runFile("twofold");
            int from = file.indexOf(side + ":");
            String both = file.substring(0, from)
                    + file.substring(from).replaceFirst("nodes: .*", "nodes: [" + servers.url() + ", " + other + "]");
            String sentence =
                    "The addresses of " + side + ".nodes lead to two clusters: " + servers.url() + " is of cluster ";
            Command run = run(both);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains(sentence, ", " + other + " of ", ". Name nodes of one cluster.");
            Command plan = Command.run("plan", "-f", InputServers.write(folder, both), "--sample", "0s");
            assertThat(plan.code()).as(plan.out()).isEqualTo(1);
            assertThat(plan.err()).contains(sentence);
            Command doctor = Command.run("doctor", "-f", InputServers.write(folder, both));
            assertThat(doctor.code()).as(doctor.out()).isEqualTo(3);
            assertThat(doctor.out().replaceAll("\\s+", " ")).contains(sentence);
        }
        assertThat(servers.get("/_cat/indices/twofold-*?h=index").strip()).isEqualTo("twofold-source");
        assertThat(new Rest(Servers.elasticsearch().url()).get("/_cat/indices/twofold-*?format=json"))
                .isEmpty();
    }

    @Test
    void theIndexIsClosed() throws Exception {
        servers.put("/closed-source", "{}");
        servers.post("/closed-source/_close", "");
        failed(run(servers.runFile("closed")), 1, "Index 'closed-source' on the source is closed: open it first.");
    }

    @Test
    void sourceIsDisabled() throws Exception {
        servers.put("/sourceless-source", "{'mappings':{'_source':{'enabled':false}}}");
        failed(
                run(servers.runFile("sourceless")),
                1,
                "Source index 'sourceless-source' has _source disabled: there is nothing to copy. Fill the target from"
                        + " where the documents came from.");
    }

    @Test
    void wrongPort() throws Exception {
        String nowhere = "http://127.0.0.1:" + InputServers.unusedPort();
        failed(
                run(servers.runFile("port")
                        .replace("source:\n  nodes: " + servers.url(), "source:\n  nodes: " + nowhere)),
                1,
                "The source node " + nowhere + " refuses connections: is the port right and the server running?");
    }

    @Test
    void tlsIsSpokenToAPlainPort() throws Exception {
        servers.put("/tls-source", "{}");
        String tls = servers.url().replace("http:", "https:");
        failed(
                run(servers.runFile("tls").replace("target:\n  nodes: " + servers.url(), "target:\n  nodes: " + tls)),
                1,
                "The target node " + tls + " does not speak TLS there: is the address http rather than https?");
    }

    @Test
    void theBrokersPortIsNoElasticsearch() throws Exception {
        String broker = "http://" + servers.bootstrap();
        Command command = run(
                servers.runFile("mixed").replace("source:\n  nodes: " + servers.url(), "source:\n  nodes: " + broker));
        assertThat(command.code()).isEqualTo(1);
        assertThat(command.err()).startsWith("The source node " + broker + " ").doesNotContain("\n");
    }

    @Test
    void theTargetIsNotEmpty() throws Exception {
        servers.put("/full-source", "{}");
        servers.put("/full-target/_doc/1?refresh=true", "{'somebody':'wrote this'}");
        failed(
                run(servers.runFile("full")),
                1,
                "Target index 'full-target' is not empty: it holds 1 documents, and none of them is known to be of this"
                        + " run. Name another target index, or delete this one if nobody needs it. If it was filled by a run whose"
                        + " Kafka is gone for good, continue with 'run --adopt-target'.");
    }

    @Test
    void theTargetHasAnotherNumberOfShards() throws Exception {
        servers.put("/shards-source", "{}");
        servers.put("/shards-target", "{'settings':{'number_of_shards':3}}");
        failed(
                run(servers.runFile("shards") + "  shards: 5\n"),
                1,
                "Target index 'shards-target' exists with 3 shards, the run file asks for 5: change the run file, or"
                        + " delete the index.");
    }

    @Test
    void theTargetRefusesTheSettings() throws Exception {
        servers.put("/settings-source", "{}");
        Command command = run(servers.runFile("settings") + "  settings:\n    no_such_setting: 1\n");
        assertThat(command.code()).isEqualTo(1);
        assertThat(command.err())
                .startsWith("The target refuses to create index 'settings-target': illegal_argument_exception: unknown"
                        + " setting [index.no_such_setting]")
                .endsWith("Change it under target.settings or target.mappings (a setting of null is left out).")
                .doesNotContain("\n");
    }

    @Test
    void aTopicHoldsRecordsOfAnotherRun() throws Exception {
        servers.put("/foreign-source", "{}");
        String docs = new RunTopics("foreign").docs();
        createTopic(docs, 1);
        try (Producer<byte[], byte[]> producer = servers.connection().producer("test", Map.of())) {
            producer.send(new ProducerRecord<>(docs, new byte[] {1})).get();
        }
        failed(
                run(servers.runFile("foreign")),
                1,
                "Topic " + docs
                        + " holds records, and shardstream.foreign.control, which had the plan for them, is gone."
                        + " " + WatchedTopic.ADOPT_TARGET
                        + " If those topics are not this run's, choose another run name.");
    }

    @Test
    void aTopicHasOtherPartitions() throws Exception {
        servers.put("/partitions-source", "{}");
        String slices = new RunTopics("partitions").slices();
        createTopic(slices, 7);
        failed(
                run(servers.runFile("partitions")),
                1,
                "Topic " + slices + " has 7 partitions where this run needs 1: it belongs to another run of the same"
                        + " name. Choose another run name. Delete the topics of that one only if nobody needs it.");
    }

    @Test
    void theBrokerIsDown() throws Exception {
        servers.put("/broker-source", "{}");
        String nowhere = "127.0.0.1:" + InputServers.unusedPort();
        failed(
                run(servers.runFile("broker").replace(servers.bootstrap(), nowhere)),
                1,
                "Kafka at " + nowhere + " does not answer within 15 s: is the broker running, and is the address right"
                        + " (and TLS or not)?");
    }

    @Test
    void theBrokersHostIsUnknown() throws Exception {
        servers.put("/host-source", "{}");
        failed(
                run(servers.runFile("host").replace(servers.bootstrap(), "broker.invalid:9092")),
                1,
                "Kafka: no host of broker.invalid:9092 is known on this machine: is kafka.bootstrap right in the run"
                        + " file?");
    }

    @Test
    void moreReplicasAreAskedThanThereAreBrokers() throws Exception {
        servers.put("/replicas-source", "{}");
        Command command = run(
                servers.runFile("replicas").replace(servers.bootstrap(), servers.bootstrap() + "\n  replication: 3"));
        assertThat(command.code()).isEqualTo(1);
        assertThat(command.err())
                .startsWith("Kafka cannot keep topic shardstream.replicas.control on 3 brokers, as kafka.replication in"
                        + " the run file asks: start more brokers, or lower it. Kafka says: ")
                .doesNotContain("\n");
    }

    @Test
    void idsAreNotUniqueAcrossRoutingsAlthoughTheRunFileSaysSo() throws Exception {
        servers.put("/twice-source", "{'settings':{'number_of_shards':2}}");
        for (int routing = 0; routing < 4; routing++) {
            servers.put("/twice-source/_doc/same?refresh=true&routing=" + routing, "{'a':1}");
        }
        Command command =
                run(servers.runFile("twice").replace("twice-source", "twice-source\n  ids-unique-across-routings: true")
                        + "  shards: 1\n");
        assertThat(command.code()).isEqualTo(3);
        assertThat(command.err())
                .endsWith("The target index 'twice-target' holds 1 document, the source 2, and of these rejected: 0,"
                        + " missing: 1. Compare both before you trust the copy; ids may be under several routings (see"
                        + " source.ids-unique-across-routings).");
    }

    @Test
    void theRunFileIsNotThere() {
        Path nothing = folder.resolve("nothing.yaml");
        failed(Command.run("run", "-f", nothing.toString()), 64, nothing + ": there is no such file");
    }

    @Test
    void theRunFileIsNotYaml() throws Exception {
        Command command = run("run: [");
        assertThat(command.code()).isEqualTo(64);
        assertThat(command.err()).contains("run").doesNotContain("\n");
    }

    @Test
    void aKeyIsUnknown() throws Exception {
        Path file = folder.resolve("unknown.yaml");
        Files.writeString(file, servers.runFile("unknown") + "  shard: 5\n");
        Command command = Command.run("config", "check", "-f", file.toString());
        assertThat(command.code()).isEqualTo(64);
        assertThat(command.err()).startsWith(file + ":10: target.shard ").contains("shards");
    }

    @Test
    void aCommandIsUnknown() {
        Command command = Command.run("rum", "-f", "run.yaml");
        assertThat(command.code()).isEqualTo(64);
        assertThat(command.err()).contains("rum").contains("--help");
    }

    private Command run(String runFile) throws Exception {
        return Command.run("run", "-f", InputServers.write(folder, runFile));
    }

    private static void failed(Command command, int code, String sentence) {
        assertThat(command.err()).isEqualTo(sentence);
        assertThat(command.code()).isEqualTo(code);
        assertThat(command.out()).isEmpty();
    }

    private void createTopic(String name, int partitions) throws Exception {
        try (Admin admin = servers.connection().admin("test")) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        }
    }
}
