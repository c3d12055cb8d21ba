package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.server.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/// The processes of a run, which an earlier version has begun, are replaced by today's one at a time, and some by the
/// earlier one again. After each step the run must go on.
final class Upgrade {
    private static final int BLOCKED = 3;
    /// What it ends with at what it does not expect.
    private static final int FAILED = 1;

    private final LoadedRun run;
    private final EarlierSoftware earlier;
    private final Part control;
    private final Part reader;
    private final Part writer;
    private final Part secondWriter;
    private long epoch;

    private Upgrade(LoadedRun run, EarlierSoftware earlier, Part control) {
        this.run = run;
        this.earlier = earlier;
        this.control = control;
        this.reader = run.start("reader", earlier.classPath());
        this.writer = run.start("writer", earlier.classPath());
        this.secondWriter = run.start("writer", earlier.classPath());
    }

    /// How a process ends.
    private enum End {
        SIGTERM,
        SIGKILL
    }

    /// Everything is of the earlier version, and at work.
    static Upgrade begin(LoadedRun run, EarlierSoftware earlier) {
        Upgrade upgrade = new Upgrade(run, earlier, run.control(earlier.classPath()));
        upgrade.epoch = run.awaitController(0);
        run.awaitProgress();
        return upgrade;
    }

    /// Forward, back for some and forward again; a reader of the earlier version is left.
    void allButOneReader() {
        forward(secondWriter, End.SIGTERM);
        forward(reader, End.SIGKILL);
        forward(control, End.SIGKILL);
        back(secondWriter, End.SIGKILL);
        forward(writer, End.SIGTERM);
        back(reader, End.SIGTERM);
        back(control, End.SIGTERM);
        forward(secondWriter, End.SIGKILL);
        forward(control, End.SIGTERM);
    }

    /// The last process of the earlier version goes.
    void last() {
        forward(reader, End.SIGKILL);
    }

    /// A writer and control come back, and go again.
    void backAndForth() {
        back(writer, End.SIGTERM);
        back(control, End.SIGKILL);
        forward(writer, End.SIGKILL);
        forward(control, End.SIGTERM);
    }

    private void forward(Part part, End end) {
        replace(part, end, Child.TODAY, "this version");
    }

    private void back(Part part, End end) {
        replace(part, end, earlier.classPath(), earlier.name());
    }

    private void replace(Part part, End end, String classPath, String version) {
        System.out.printf("upgrade: %s, then %s of %s%n", end, part.command(), version);
        switch (end) {
            case SIGTERM -> part.stop();
            case SIGKILL -> part.kill();
        }
        part.startOf(classPath);
        if (part == control) {
            epoch = run.awaitController(epoch);
        }
        run.awaitProgress();
        assertAlive();
    }

    private void assertAlive() {
        assertThat(List.of(control, reader, writer, secondWriter))
                .allSatisfy(part -> assertThat(part.child().isAlive())
                        .as(part.child().tail())
                        .isTrue());
    }

    /// Today's control says after a minute that it would write a newer format, and why it does not.
    void assertFormatStays() {
        control.child().awaitSaid("The run's records stay in format " + earlier.understands());
        assertThat(format()).isEqualTo(earlier.understands());
        try (Child status = run.beside(Child.TODAY, "status")) {
            assertThat(status.awaitEnd(TestPatience.LIMIT)).as(status::tail).isNotEqualTo(BLOCKED);
            assertThat(status.tail())
                    .contains("%d, and %d once every process of the run understands it"
                            .formatted(earlier.understands(), RunFormat.NEWEST));
        }
        assertAlive();
    }

    void awaitNewestFormat() {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> format() == RunFormat.NEWEST);
        run.awaitProgress();
        assertAlive();
    }

    /// Whatever the earlier version starts now stops, and changes nothing: not who controls the run, nor what counts
    /// as read or written. Nobody of this version reads or writes meanwhile.
    void assertEarlierIsRefused() throws Exception {
        assertRefuses("control", BLOCKED, "understands no format above " + earlier.understands() + ": start version ");
        for (Part part : List.of(reader, writer, secondWriter)) {
            part.stop();
        }
        List<Checkpoint> read = checkpoints();
        Map<TopicPartition, OffsetAndMetadata> written = committed();
        for (String command : List.of("reader", "writer", "status")) {
            assertRefuses(
                    command, BLOCKED, "understands no format above " + earlier.understands() + ": start version ");
        }
        assertThat(checkpoints()).isEqualTo(read);
        assertThat(committed()).isEqualTo(written);
        List.of(reader, writer, secondWriter).forEach(Part::start);
        run.awaitProgress();
        assertAlive();
    }

    /// A version that knows no run formats sees that the controller's record is not for it.
    void assertEarlierControlIsRefused() {
        assertRefuses(
                "control", FAILED, "this version reads format 1 only: run the version of Shardstream that wrote it");
        assertAlive();
    }

    private void assertRefuses(String command, int code, String sentence) {
        try (Child refused = run.beside(earlier.classPath(), command)) {
            assertThat(refused.awaitEnd(TestPatience.LIMIT)).as(refused::tail).isEqualTo(code);
            assertThat(refused.tail()).contains(sentence);
            System.out.println(refused.tail());
        }
        assertThat(run.awaitController(0)).as("nobody has taken over").isEqualTo(epoch);
    }

    /// While the load goes on.
    void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    private int format() {
        return ControlRecords.read(run.kafka(), run.topics()).format();
    }

    private List<Checkpoint> checkpoints() {
        return IntStream.range(0, run.sourceShards())
                .mapToObj(shard -> CompactedPartition.read(
                                run.kafka(), run.topics().slices(), shard)
                        .get(Checkpoint.key(shard)))
                .map(Objects::requireNonNull)
                .map(Checkpoint::decode)
                .toList();
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() throws Exception {
        String group = run.topics().writersGroup(run.plan().docsTopicId());
        try (Admin admin = run.kafka().admin("test")) {
            return admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
        }
    }
}
