package io.shardstream.ittests.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.SeenStops;
import io.shardstream.ittests.server.RealServers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// A run that is started again, wherever it was interrupted.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
@RealServers
class RepeatedStartTest {
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
    void aCompleteCopySaysSoWhenItIsStartedAgain() throws Exception {
        servers.fill("whole");
        String file = file("whole");

        Command first = Command.run("run", "-f", file);
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("The copy is complete: 2 documents");
        assertThat(servers.get("/whole-target/_count")).contains("\"count\":2");

        Command second = Command.run("run", "-f", file);
        assertThat(second.code()).isZero();
        assertThat(second.out())
                .isEqualTo("The copy of whole-source into whole-target is already complete, and nothing was copied, as"
                        + " run whole has ended: what the source has taken since is copied by a new run, under another"
                        + " name.");

        Command status = Command.run("status", "-f", file, "-o", "json");
        assertThat(status.code()).isZero();
        assertThat(status.out()).contains("\"phase\" : \"completed\"", "\"written\" : 2");
    }

    @Test
    void theTargetsSettingsArePutBackAtTheEnd() throws Exception {
        servers.fill("settled");
        String file = file("settled");
        Command.stopped("control", "-f", file);
        assertThat(servers.get("/settled-target/_settings?flat_settings=true"))
                .contains("\"index.gc_deletes\":\"12h\"");

        assertThat(Command.run("run", "-f", file).code()).isZero();
        assertThat(servers.get("/settled-target/_settings?flat_settings=true")).doesNotContain("gc_deletes");
    }

    @Test
    void statusKnowsARunThatNobodyWorksOn() throws Exception {
        servers.fill("idle");
        String file = file("idle");
        Command before = Command.run("status", "-f", file);
        assertThat(before.code()).isEqualTo(1);
        assertThat(before.err()).startsWith("Run idle has not been prepared yet");

        assertThat(Command.stopped("control", "-f", file).code()).isEqualTo(143);
        Command after = Command.run("status", "-f", file);
        assertThat(after.code()).isEqualTo(2);
        assertThat(after.out()).contains("phase     backfill, 0.0 %", "read      0 of 2 documents", "writers   0");
    }

    @Test
    void aPausedRunIsNotCompared() throws Exception {
        servers.fill("paused");
        String file = file("paused");
        Command.stopped("control", "-f", file);
        assertThat(Command.run("pause", "-f", file).code()).isZero();

        Command verify = Command.run("verify", "-f", file);

        assertThat(verify.code()).isEqualTo(1);
        assertThat(verify.err()).startsWith("Run paused is paused").contains("'resume' lets it go on");
    }

    @Test
    void thePlanIsWrittenOnce() throws Exception {
        servers.fill("once");
        String file = file("once");
        Command.stopped("control", "-f", file);
        RunPlan plan = servers.plan("once");
        servers.put("/once-source/_doc/later?refresh=true", "{}");
        Command.stopped("control", "-f", file);
        assertThat(servers.plan("once")).isEqualTo(plan);
    }

    @Test
    void whatAnInterruptedPreparationLeftBehindIsTakenUp() throws Exception {
        servers.fill("left");
        RunTopics topics = new RunTopics("left");
        try (Admin admin = servers.connection().admin("test")) {
            admin.createTopics(List.of(
                            new NewTopic(topics.control(), 1, (short) 1), new NewTopic(topics.docs(), 1, (short) 1)))
                    .all()
                    .get();
        }
        RunId id = RunId.fresh(Instant.EPOCH);
        try (ControlTopicWriter writer = ControlTopicWriter.begin(servers.connection(), topics)) {
            writer.runId(id);
        }
        String alias = "Shardstream-left-Write-" + id.id();
        servers.put("/left-target", "{'aliases':{'" + alias + "':{}}}");

        Command plan = Command.run("plan", "-f", file("left"));
        assertThat(plan.code()).as(plan.out()).isZero();
        assertThat(Command.run("run", "-f", file("left")).code()).isZero();
        assertThat(servers.get("/left-target/_count")).contains("\"count\":2");
        assertThat(servers.plan("left").id()).isEqualTo(id.id());
        assertThat(servers.plan("left").writeAlias()).isEqualTo(alias);
    }

    /// Else the next start would be told that the target belongs to another run.
    @Test
    void whatAnInterruptedPreparationLeftBehindIsCleanedOnceNobodyCanBeAtWorkOnIt() throws Exception {
        servers.fill("broken");
        RunTopics topics = new RunTopics("broken");
        RunId id = RunId.fresh(Instant.EPOCH);
        try (Admin admin = servers.connection().admin("test")) {
            admin.createTopics(List.of(new NewTopic(topics.control(), 1, (short) 1)))
                    .all()
                    .get();
        }
        servers.put("/broken-target", "{'aliases':{'Shardstream-broken-Write-" + id.id() + "':{}}}");
        write(topics, id, Instant.now());
        Command early = Command.run("clean", "-f", file("broken"), "--yes");
        assertThat(early.code()).isEqualTo(1);
        assertThat(early.err()).contains("Another process may be preparing run broken: give 'clean' again in");
        write(topics, id, Instant.now().minusSeconds(600));

        Command cleaned = Command.run("clean", "-f", file("broken"), "--yes");

        assertThat(cleaned.code()).as(cleaned.err()).isZero();
        assertThat(cleaned.out()).contains(topics.control(), "Shardstream-broken-Write-" + id.id());
        assertThat(servers.get("/broken-target/_alias")).doesNotContain("Shardstream-");
        Command plan = Command.run("plan", "-f", file("broken"));
        assertThat(plan.out() + plan.err()).doesNotContain("belongs to");
    }

    private void write(RunTopics topics, RunId id, Instant at) throws Exception {
        try (Producer<byte[], byte[]> producer = servers.connection().producer("test", Map.of())) {
            producer.send(new ProducerRecord<>(
                            topics.control(), 0, at.toEpochMilli(), RunId.KEY.getBytes(UTF_8), id.encode()))
                    .get();
        }
    }

    /// Two indices with one write alias would refuse every bulk, once there is a plan.
    @Test
    void aTargetThatWasRenamedAfterAFailedStartIsNotMadeBesideTheFirstOne() throws Exception {
        servers.fill("beside");
        RunId id = RunId.fresh(Instant.EPOCH);
        try (Admin admin = servers.connection().admin("test")) {
            admin.createTopics(List.of(new NewTopic(new RunTopics("beside").control(), 1, (short) 1)))
                    .all()
                    .get();
        }
        try (ControlTopicWriter writer = ControlTopicWriter.begin(servers.connection(), new RunTopics("beside"))) {
            writer.runId(id);
        }
        servers.put("/beside-first", "{'aliases':{'Shardstream-beside-Write-" + id.id() + "':{}}}");

        Command run = Command.run("run", "-f", file("beside"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("An earlier start of run beside made target index 'beside-first'");
        assertThat(servers.get("/_cat/indices/beside-target*?h=index")).isEmpty();

        servers.delete("/beside-first");
        assertThat(Command.run("run", "-f", file("beside")).code()).isZero();
        assertThat(servers.get("/beside-target/_count")).contains("\"count\":2");
    }

    /// C-114: whoever made the control topic beforehand did not know that nothing in it may expire.
    @Test
    void aControlTopicInWhichRecordsExpireIsSetRight() throws Exception {
        servers.fill("expiring");
        String control = new RunTopics("expiring").control();
        try (Admin admin = servers.connection().admin("test")) {
            admin.createTopics(List.of(new NewTopic(control, 1, (short) 1)
                            .configs(Map.of("cleanup.policy", "delete", "retention.ms", "1000", "segment.ms", "1000"))))
                    .all()
                    .get();
            // It ends before anything watches the topics.
            servers.put("/expiring-target/_doc/1?refresh=true", "{}");
            assertThat(Command.run("run", "-f", file("expiring")).code()).isEqualTo(1);
            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, control);
            assertThat(Objects.requireNonNull(admin.describeConfigs(List.of(topic))
                                    .all()
                                    .get()
                                    .get(topic))
                            .get("cleanup.policy")
                            .value())
                    .isEqualTo("compact");
        }
    }

    /// Only the run itself says whether it goes on: a command that controls it for a while does not end it.
    @Test
    void aRunThatFollowsIsNotEndedByARunFileThatDoesNotSaySo() throws Exception {
        servers.fill("followed");
        String following = InputServers.write(folder, servers.runFile("followed") + "follow: true\n");
        Command.stopped("control", "-f", following);

        assertThat(Command.run("run", "-f", file("followed")).err()).contains("it says follow false");
        assertThat(Command.run("abort", "-f", file("followed")).err()).contains("it says follow false");
        assertThat(Command.run("status", "-f", following, "-o", "json").out()).contains("\"phase\" : \"backfill\"");
    }

    /// Found out at planning, with no further waiting: what is made until then takes longer than a write.
    @Test
    void aSourceThatIsWrittenToNeedsAWordAboutFollowing() throws Exception {
        servers.fill("busy");
        AtomicBoolean ended = new AtomicBoolean();
        Thread client = Thread.ofVirtual().start(() -> {
            while (!ended.get()) {
                assertThatCode(() -> servers.post("/busy-source/_doc", "{'name':'more'}"))
                        .doesNotThrowAnyException();
            }
        });
        try {
            Command planned = Command.run("plan", "-f", file("busy"));
            assertThat(planned.code()).isEqualTo(3);
            assertThat(planned.out()).contains("is being written to");
            Command refused = Command.run("run", "-f", file("busy"));
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err())
                    .startsWith("The source index 'busy-source' is being written to (")
                    .contains("follow: true", "follow: false");

            String said = InputServers.write(folder, servers.runFile("busy") + "follow: false\n");
            Command copied = Command.run("run", "-f", said);
            assertThat(copied.code()).as(copied.err()).isZero();
        } finally {
            ended.set(true);
            client.join();
        }
        // What was planned with the word goes on without it, whoever writes.
        assertThat(Command.run("run", "-f", file("busy")).out()).contains("is already complete");
    }

    /// A run of a version that wrote down less goes on, and is complete from then on.
    @Test
    void whatAnEarlierVersionDidNotWriteDownIsAdded() throws Exception {
        servers.fill("earlier");
        String following = InputServers.write(folder, servers.runFile("earlier") + "follow: true\n");
        Command.stopped("control", "-f", following);
        RunTopics topics = new RunTopics("earlier");
        try (Producer<byte[], byte[]> producer = servers.connection().producer("test", Map.of())) {
            producer.send(new ProducerRecord<>(topics.control(), 0, Agreed.KEY.getBytes(UTF_8), null))
                    .get();
        }
        assertThat(agreed("earlier")).isEmpty();

        Command.stopped("control", "-f", following);

        assertThat(agreed("earlier").orElseThrow().follow()).isTrue();
        assertThat(agreed("earlier").orElseThrow().sourceCluster())
                .isNotEmpty()
                .isEqualTo(agreed("earlier").orElseThrow().targetCluster());
    }

    /// What somebody lets pass is what he has read, and nothing that was said after that.
    @Test
    void aReasonThatIsSaidWhileTheRunIsLetGoOnStays() throws Exception {
        servers.fill("stopped");
        Command.stopped("control", "-f", file("stopped"));
        RunTopics topics = new RunTopics("stopped");
        assertThat(Command.run("pause", "-f", file("stopped")).code()).isZero();
        say(topics, Blocked.REJECTS, "too many");
        SeenStops seen = SeenStops.read(servers.connection(), topics);

        say(topics, Blocked.TARGET, "it was changed");
        say(topics, Blocked.REJECTS, "far too many");
        long before = servers.controlEnd("stopped");
        assertThat(seen.takeBack()).isFalse();
        ControlRecords stopped = ControlRecords.read(servers.connection(), topics);
        assertThat(stopped.pause()).isPresent();
        assertThat(stopped.blocked())
                .extracting(Blocked::reason)
                .containsExactlyInAnyOrder("it was changed", "far too many");
        assertThat(servers.controlEnd("stopped"))
                .as("nothing counts that was taken back")
                .isGreaterThan(before);

        SeenStops again = SeenStops.read(servers.connection(), topics);
        say(topics, Blocked.MAPPING, "a field is not taken");
        assertThat(again.takeBack()).isTrue();
        ControlRecords left = ControlRecords.read(servers.connection(), topics);
        assertThat(left.pause()).isEmpty();
        assertThat(left.blocked()).extracting(Blocked::reason).containsExactly("a field is not taken");

        Command resumed = Command.run("resume", "-f", file("stopped"));
        assertThat(resumed.code()).isZero();
        assertThat(resumed.out()).contains("It was stopped for this: a field is not taken");
        assertThat(ControlRecords.read(servers.connection(), topics).blocked()).isEmpty();
    }

    private void say(RunTopics topics, String part, String reason) {
        ControlTopicWriter.blocked(servers.connection(), topics, new Blocked(part, reason, Instant.EPOCH));
    }

    private Optional<Agreed> agreed(String run) {
        return ControlRecords.read(servers.connection(), new RunTopics(run)).of(Agreed.KEY, Agreed::decode);
    }

    private String file(String run) throws Exception {
        return InputServers.write(folder, servers.runFile(run));
    }
}
