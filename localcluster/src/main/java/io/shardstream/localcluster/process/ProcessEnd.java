package io.shardstream.localcluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Waits for the end of a process that is not this JVM's own child.
public final class ProcessEnd {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

    private ProcessEnd() {}

    /// Waits until the process has ended, or that long at most.
    ///
    /// @return whether it has ended
    public static boolean await(ProcessHandle process, Duration limit) {
        long start = System.nanoTime();
        while (!hasEnded(process)) {
            if (System.nanoTime() - start > limit.toNanos()) {
                return false;
            }
            try {
                Thread.sleep(POLL_INTERVAL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /// Whether it has ended, be it that nobody has asked for its exit code yet: in a container whose first process
    /// never does, the process id stays taken for good, and `ProcessHandle` takes it for a living one.
    private static boolean hasEnded(ProcessHandle process) {
        return !process.isAlive() || isZombie(process.pid());
    }

    /// Linux only: elsewhere there is no such file, and the first process cares for orphans. The state follows the
    /// program's name, which stands in parentheses (proc(5)).
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException e) {
            return false;
        }
    }
}
