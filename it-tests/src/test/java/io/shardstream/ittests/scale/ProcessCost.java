package io.shardstream.ittests.scale;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a Java process of this machine takes, as Linux and `jcmd` say it.
///
/// @param threads of the system
/// @param sockets open ones
/// @param heapMegabytes that are live after a collection
/// @param residentMegabytes of memory
record ProcessCost(long threads, long sockets, long heapMegabytes, long residentMegabytes) {
    private static final Pattern USED = Pattern.compile("total used = (\\d+)K|used (\\d+)K");

    static ProcessCost of(long pid) throws IOException, InterruptedException {
        long threads = status(pid, "Threads");
        long resident = status(pid, "VmRSS") / 1024;
        return new ProcessCost(threads, sockets(pid), heap(pid), resident);
    }

    /// Processor time since it began.
    static long nanos(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }

    private static long heap(long pid) throws IOException, InterruptedException {
        jcmd(pid, "GC.run");
        Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
        long kilobytes = 0;
        while (used.find()) {
            kilobytes += Long.parseLong(used.group(1) == null ? used.group(2) : used.group(1));
            if (used.group(1) != null) {
                break;
            }
        }
        return kilobytes / 1024;
    }

    private static String jcmd(long pid, String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/jcmd", "" + pid, what)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static long status(long pid, String field) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private static long sockets(long pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return open.filter(ProcessCost::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "%d threads, %d sockets, heap %d MiB, memory %d MiB"
                .formatted(threads, sockets, heapMegabytes, residentMegabytes);
    }
}
