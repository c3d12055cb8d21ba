package io.shardstream.ittests.faults;

import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.Programs;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/// A file system of a few megabytes, in memory, in a mount namespace of its own: whoever is started by [#within()]
/// sees it, nobody else does, and it goes when the process that holds the namespace does.
final class SmallDisk implements AutoCloseable {
    private static final String MOUNTED = "mounted";

    private final Path place;
    private final Supervised holder;

    private SmallDisk(Path place, int megabytes) {
        this.place = place;
        String script = "mount -t tmpfs -o size=" + megabytes + "m,mode=1777 none '" + place + "' && echo " + MOUNTED
                + " && exec sleep 86400";
        this.holder = Supervised.start(new SupervisedCommand(
                List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", script),
                place,
                place.resolveSibling(place.getFileName() + ".log")));
    }

    /// What this machine lacks to have one; empty if nothing.
    static Optional<String> missing(Path folder) {
        for (String program : List.of("unshare", "nsenter", "mount")) {
            if (Programs.onPath().find(program).isEmpty()) {
                return Optional.of("the program " + program);
            }
        }
        try (SmallDisk _ = mount(folder.resolve("probe"), 1)) {
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of("the right to mount in a namespace of one's own (" + e.getMessage() + ")");
        }
    }

    /// @param place a folder that is made for it
    /// @throws IllegalStateException if the machine does not let us; the message holds what it said
    static SmallDisk mount(Path place, int megabytes) {
        try {
            Files.createDirectories(place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SmallDisk disk = new SmallDisk(place, megabytes);
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(disk::isSettled);
        if (!disk.holder.isAlive()) {
            throw new IllegalStateException(String.join(" ", disk.holder.lastLines(3)));
        }
        return disk;
    }

    private boolean isSettled() {
        return !holder.isAlive() || holder.lastLines(1).contains(MOUNTED);
    }

    /// What stands in front of a command that is to see it.
    List<String> within() {
        return List.of("nsenter", "--target", "" + holder.pid(), "--mount", "--");
    }

    String path() {
        return place.toString();
    }

    /// A file of it, for those who do not see it; nobody but root may look there.
    Path seenFromOutside(String file) {
        return Path.of("/proc/" + holder.pid() + "/root" + place, file);
    }

    /// Has somebody else take all of it but so many kilobytes.
    void leave(int kilobytes) {
        inside("dd if=/dev/zero of=others bs=64k 2>/dev/null || truncate -s -" + kilobytes + "K others");
    }

    /// Gives back what somebody else has taken.
    void free() {
        inside("rm others");
    }

    private void inside(String script) {
        List<String> command = new ArrayList<>(within());
        command.addAll(List.of("sh", "-ec", "cd '" + place + "'; " + script));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.onExit().join().exitValue() != 0) {
                throw new IllegalStateException(script + ": " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        holder.end();
    }
}
