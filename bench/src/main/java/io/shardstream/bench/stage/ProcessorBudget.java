package io.shardstream.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/// Holds one process to so much processor time a second, as if it had a machine of its own: a control group of the
/// kernel, of its first or second version.
final class ProcessorBudget implements AutoCloseable {
    private static final int PERIOD_MICROS = 20_000;
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final String HELD = "nr_throttled";
    private static final String PERIODS = "nr_periods";

    private final Path group;

    private ProcessorBudget(Path group) {
        this.group = group;
    }

    /// @param cores such as 0.4
    /// @throws IllegalStateException if that may not be done here
    static ProcessorBudget of(long pid, double cores) {
        boolean second = Files.exists(ROOT.resolve("cgroup.controllers"));
        Path root = second ? ROOT : ROOT.resolve("cpu");
        Path group = root.resolve("shardstream-bench-" + pid);
        long quota = Math.round(PERIOD_MICROS * cores);
        try {
            if (second) {
                Files.writeString(root.resolve("cgroup.subtree_control"), "+cpu");
            }
            Files.createDirectory(group);
            if (second) {
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            } else {
                Files.writeString(group.resolve("cpu.cfs_period_us"), "" + PERIOD_MICROS);
                Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + quota);
            }
            Files.writeString(group.resolve("cgroup.procs"), "" + pid);
            return new ProcessorBudget(group);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "A process cannot be given a budget of processor time: control groups below " + root
                            + " cannot be made by this user (" + e.getMessage() + "); run this as root.",
                    e);
        }
    }

    /// How often the process has been held back until now.
    ProcessorThrottling held() {
        try {
            Map<String, Long> counts = Files.readAllLines(group.resolve("cpu.stat")).stream()
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
            return new ProcessorThrottling(counts.getOrDefault(PERIODS, 0L), counts.getOrDefault(HELD, 0L));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the control group " + group, e);
        }
    }

    /// Removes the group; its process must have ended.
    @Override
    public void close() {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove the control group " + group, e);
        }
    }
}
