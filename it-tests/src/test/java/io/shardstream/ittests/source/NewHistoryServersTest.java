package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// A source that is restored from a snapshot while it is copied.
@Tag("long")
@RealServers
class NewHistoryServersTest {
    private static final int DOCUMENTS = 300;
    private static final int NEWER = 7;
    private static final int BLOCKED = 3;

    @Test
    void restoredSourceBlocksUntilItsNewHistoryIsAccepted() throws Exception {
        Path snapshots = Files.createTempDirectory("shardstream-snapshots-");
        Files.setPosixFilePermissions(snapshots, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (ProxiedCluster cluster = ProxiedCluster.start(
                        SearchServerVersion.standard(), 1, 512, Map.of("path.repo", "" + snapshots));
                CopyRun run = CopyRun.on(cluster).withSource().following()) {
            run.holding(new Articles(4).stream(DOCUMENTS));
            snapshot(run, snapshots);
            run.plannedOnly();
            Child reader = run.start("reader");
            run.startHere("writer");
            run.holding(new Articles(5).stream(DOCUMENTS));
            for (int i = 0; i < NEWER; i++) {
                run.rest().put("/" + run.source() + "/_doc/newer-" + i, "{}");
            }
            run.awaitCaughtUp();
            run.assertCopied();

            restore(run);
            assertThat(reader.awaitEnd(TestPatience.LIMIT)).isEqualTo(BLOCKED);
            assertThat(reader.tail()).contains("has another history").contains("resume --new-history");
            assertThat(FoundCodes.byDoctor(run)).contains("blocks run-blocked");
            assertThat(run.compare().isClean()).isFalse();

            assertThat(command(run, "resume", "--new-history", "--dry-run"))
                    .contains("newer-")
                    .contains("Nothing was accepted");
            assertThat(command(run, "resume", "--new-history", "--yes")).contains("Accepted");
            assertThat(command(run, "resume", "--new-history", "--dry-run")).contains("No shard of");
            run.start("reader");
            // A restored index has another version of its mapping, which the target must have first.
            run.startHere("control");
            run.awaitCaughtUp();
            assertThat(command(run, "sweep")).contains(NEWER + " documents deleted");
            run.awaitCaughtUp();

            // It ends with 0 only if nothing differs, byte by byte.
            assertThat(command(run, "verify", "--content", "all")).isNotEmpty();
            assertThat(run.rest()
                            .get("/" + run.target() + "/_count")
                            .path("count")
                            .asInt())
                    .isEqualTo(DOCUMENTS);
            assertThat(run.checkpoints()).allMatch(checkpoint -> checkpoint.lineage() == 2);
        } finally {
            delete(snapshots);
        }
    }

    private static void snapshot(CopyRun run, Path folder) {
        run.rest().put("/_snapshot/kept", "{\"type\":\"fs\",\"settings\":{\"location\":\"" + folder + "\"}}");
        run.rest().put("/_snapshot/kept/one?wait_for_completion=true", "{\"indices\":\"" + run.source() + "\"}");
    }

    private static void restore(CopyRun run) {
        run.rest().post("/" + run.source() + "/_close", "");
        run.rest()
                .post(
                        "/_snapshot/kept/one/_restore?wait_for_completion=true",
                        "{\"indices\":\"" + run.source() + "\",\"include_global_state\":false}");
    }

    private static String command(CopyRun run, String... words) {
        StringWriter out = new StringWriter();
        CommandLine command = Shardstream.commandLine(new Stop(), _ -> null);
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        String[] arguments = Arrays.copyOf(words, words.length + 2);
        arguments[words.length] = "-f";
        arguments[words.length + 1] = run.runFile().toString();
        assertThat(command.execute(arguments)).as(out::toString).isZero();
        return out.toString();
    }

    private static void delete(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
