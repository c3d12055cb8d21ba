package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// F-56: the disk is full on which control, reader and writer work, log and have their temporary files. What they know
/// is in Kafka, so that they need none.
@Tag("long")
@RealServers
class FullOwnDiskTest {
    private static final int DOCUMENTS = 300;
    private static final int MEGABYTES = 8;
    private static final String NO_ROOM = "could not be written (No space left on device)";

    @TempDir
    Path folder;

    @Test
    @DisplayName("a run goes on while its own disk is full and is cut over, where there are mount namespaces")
    void aRunGoesOnWhileItsOwnDiskIsFullAndIsCutOver() throws Exception {
        Optional<String> missing = SmallDisk.missing(folder);
        assumeTrue(missing.isEmpty(), () -> "the full disk is not tested: this machine lacks " + missing.orElse(""));
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), MEGABYTES);
                CopyRun run = CopyRun.create()
                        .withSource()
                        .holding(new Articles(1).stream(DOCUMENTS))
                        .following()
                        .plannedOnly();
                Child control = logging(disk, run, "control");
                Child reader = logging(disk, run, "reader");
                Child writer = logging(disk, run, "writer")) {
            run.awaitCaughtUp();
            disk.leave(0);
            run.holding(new Articles(2).stream(DOCUMENTS));
            run.awaitCaughtUp();
            writer.kill();
            try (Child second = logging(disk, run, "writer")) {
                run.holding(new Articles(3).stream(DOCUMENTS));
                run.awaitCaughtUp();
                try (Child verify = start(disk, run, "", "verify", "--report", disk.path() + "/report.json")) {
                    assertThat(verify.awaitEnd(TestPatience.LIMIT))
                            .as(verify::tail)
                            .isZero();
                    assertThat(verify.tail()).contains("report.json " + NO_ROOM);
                }
                disk.free();
                assertThat(run.command("pause", "--reason", "is there room").code())
                        .isZero();
                assertLogged(disk, "control", "paused is there room");
                assertLogged(disk, "reader", "limited by the pause");
                assertThat(run.command("resume").code()).isZero();
                disk.leave(0);
                try (Child cutover = start(disk, run, "", "cutover")) {
                    assertThat(cutover.awaitEnd(TestPatience.LIMIT))
                            .as(cutover::tail)
                            .isZero();
                    assertThat(cutover.tail()).contains(".cutover.json " + NO_ROOM);
                }
                for (Child part : List.of(control, reader, second)) {
                    assertThat(part.awaitEnd(TestPatience.LIMIT)).isZero();
                }
            }
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private static void assertLogged(SmallDisk disk, String part, String text) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(() -> assertThat(logOf(disk, part)).contains(text));
    }

    private static String logOf(SmallDisk disk, String part) throws IOException {
        return Files.readString(disk.seenFromOutside(part));
    }

    /// A part whose standard output and error are files of the disk.
    private static Child logging(SmallDisk disk, CopyRun run, String part) {
        return start(disk, run, " >>" + part + " 2>&1", part);
    }

    private static Child start(SmallDisk disk, CopyRun run, String redirection, String part, String... options) {
        List<String> within = new ArrayList<>(disk.within());
        within.addAll(List.of("sh", "-c", "cd '" + disk.path() + "' && exec \"$0\" \"$@\"" + redirection));
        return Child.startWithin(
                within, Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + disk.path()), part, run.runFile(), options);
    }
}
