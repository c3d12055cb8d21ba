package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.run.Parts;
import io.shardstream.cli.run.RunningPart;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.FormatRaise;
import io.shardstream.control.state.controller.KafkaJournal;
import io.shardstream.control.state.controller.MembersOfGroups;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Processes of two versions work for one run: what is written is understood by all of them.
@RealServers
class MixedVersionsTest {
    private static final int BLOCKED = 3;
    private static final String NEWER = "99.1.0";

    private Instant now = Instant.EPOCH;

    @Test
    void theFormatIsRaisedWhenTheLastOlderProcessHasLeftAndItCannotComeBack() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(5).stream(50))
                .following()) {
            RunFile file = RunFile.read(run.runFile(), System::getenv);
            planByOlder(file);
            RunPlan plan = run.plan();
            try (Connections to = Connections.of(file);
                    MembersOfGroups members = new MembersOfGroups(to.kafka(), run.topics(), plan, new SteadyClock());
                    KafkaJournal journal = new KafkaJournal(to.kafka(), run.topics(), plan)) {
                Connections asOlder =
                        new Connections(to.source(), to.target(), to.kafka().understanding(RunFormat.FIRST));
                ControllerEpoch term = ControllerEpoch.begin(journal, "test", () -> now);
                FormatRaise raise = new FormatRaise(new NoWork(), members, RunFormat.NEWEST, "9.1.0");
                run.startHere("writer");
                try (RunningPart older = Parts.reader(file, plan, asOlder)) {
                    assertThat(older.name()).isEqualTo("reader");
                    awaitUnderstood(members, List.of(RunFormat.FIRST, RunFormat.NEWEST));
                    pass(term, raise);
                    assertThat(format(run)).isEqualTo(RunFormat.FIRST);
                    assertThat(run.command("status").text())
                            .contains("1, and " + RunFormat.NEWEST + " once every process of the run understands it");
                }
                Here reader = run.startHere("reader");
                awaitUnderstood(members, List.of(RunFormat.NEWEST, RunFormat.NEWEST));
                pass(term, raise);
                assertThat(format(run)).isEqualTo(RunFormat.NEWEST);
                assertThat(run.command("status").text()).contains("format    " + RunFormat.NEWEST + " since");
                try (KafkaJournal older = new KafkaJournal(asOlder.kafka(), run.topics(), plan)) {
                    assertThatThrownBy(older::takeOver).isInstanceOf(NewerFormatException.class);
                }
                // It has not fenced who controls the run.
                term.requireControl();
                run.awaitCaughtUp();
                reader.close();

                List<Checkpoint> read = run.checkpoints();
                try (RunningPart older = Parts.reader(file, plan, asOlder)) {
                    assertThat(failureOf(older))
                            .isInstanceOf(NewerFormatException.class)
                            .hasMessageContaining("understands no format above 1: start version 9.1.0 or a newer one");
                }
                assertThat(run.checkpoints()).isEqualTo(read);
                run.assertCopied();
            }
        }
    }

    /// Whatever a later version may have written: the run's format says that it must not be touched.
    @Test
    void whateverDoesNotKnowTheRunsFormatStopsWithASentenceAndTouchesNothing() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(5).stream(50))
                .following()) {
            Here control = run.startHere("control");
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .ignoreExceptions()
                    .until(() -> run.plan().lanes() > 0);
            Child reader = run.start("reader");
            Child writer = run.start("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            String group = run.topics().writersGroup(run.plan().docsTopicId());
            List<Checkpoint> read = run.checkpoints();
            Awaitility.await("raised by the process that controls the run, a minute after all have announced it")
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> format(run) == RunFormat.NEWEST);
            say(run, new RunFormat(99, NEWER, Instant.now()));

            assertThat(control.awaitEnd(TestPatience.LIMIT)).as(control::said).isEqualTo(BLOCKED);
            assertThat(control.said()).contains("written in format 99", "start version 99.1.0 or a newer one");
            for (Child part : List.of(reader, writer)) {
                assertThat(part.awaitEnd(TestPatience.LIMIT)).as(part::tail).isEqualTo(BLOCKED);
                assertThat(part.tail()).contains("written in format 99", "start version 99.1.0 or a newer one");
            }
            Map<TopicPartition, OffsetAndMetadata> committed = committed(run.connection(), group);
            for (String part : List.of("control", "run", "reader", "writer")) {
                Here again = run.startHere(part);
                assertThat(again.awaitEnd(TestPatience.LIMIT))
                        .as(() -> part + ": " + again.said())
                        .isEqualTo(BLOCKED);
                assertThat(again.said()).contains("start version 99.1.0 or a newer one");
            }
            commands().forEach(command -> {
                CopyRun.Output said = run.command(command.split(" ", -1));
                assertThat(said.text()).as(command).contains("start version 99.1.0 or a newer one");
                assertThat(said.code()).as(command + ": " + said.text()).isEqualTo(BLOCKED);
            });
            assertThat(committed(run.connection(), group)).isEqualTo(committed);
            assertThat(run.checkpoints(3)).isEqualTo(read);
        }
    }

    private static Stream<String> commands() {
        return Stream.of(
                "status",
                "watch --once",
                "pause",
                "resume",
                "throttle --total 1mb",
                "verify",
                "sweep",
                "cutover",
                "abort",
                "rollback",
                "release",
                "rejects list",
                "doctor");
    }

    /// A minute and more for the controller, in which it looks as often as it wants.
    private void pass(ControllerEpoch term, FormatRaise raise) throws Exception {
        for (int i = 0; i < 20; i++) {
            now = now.plus(Duration.ofSeconds(5));
            var _ = term.request();
            raise.goOn(term);
        }
    }

    /// What today's software plans begins in a format that no older one understands.
    private static void planByOlder(RunFile file) throws Exception {
        try (Connections to = Connections.of(file)) {
            var _ = new RunPreparation(
                            RunFileMapping.settings(file),
                            to.source(),
                            to.target(),
                            to.kafka().understanding(RunFormat.FIRST))
                    .prepare();
        }
    }

    private static void awaitUnderstood(MembersOfGroups members, List<Integer> formats) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .untilAsserted(() -> assertThat(members.look().values()).containsExactlyInAnyOrderElementsOf(formats));
    }

    private static int format(CopyRun run) {
        return ControlRecords.read(run.connection(), run.topics()).format();
    }

    private static Throwable failureOf(RunningPart part) {
        try {
            part.end().get(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("it ended well");
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("it did not end", e);
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> committed(KafkaConnection kafka, String group)
            throws Exception {
        try (Admin admin = kafka.admin("test")) {
            return admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
        }
    }

    private static void say(CopyRun run, RunFormat format) {
        try (Producer<byte[], byte[]> producer = run.connection().producer("test", Map.of())) {
            var _ = producer.send(new ProducerRecord<>(
                    run.topics().control(), 0, RunFormat.KEY.getBytes(StandardCharsets.UTF_8), format.encode()));
            producer.flush();
        }
    }

    /// What the controller does besides is no matter here.
    private static final class NoWork implements ControllerWork {
        @Override
        public void goOn(ControllerEpoch term) {}

        @Override
        public void carryOut(Request request, ControllerEpoch term) {}
    }
}
