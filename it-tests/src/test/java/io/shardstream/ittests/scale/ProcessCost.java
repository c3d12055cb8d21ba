package io.shardstream.ittests.scale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a Java process of this machine takes, as Linux and `jcmd` say it.
///
/// @param threads of the system
/// @param sockets open ones
/// @param heapMegabytes that are live after a collection
/// @param residentMegabytes of memory
record ProcessCost(long threads, long sockets, long heapMegabytes, long residentMegabytes) {
    private static final Pattern USED = Pattern.compile("total used = (\\d+)K|used (\\d+)K");
    private static final Pattern THREAD = Pattern.compile("^\"(.*)\" #", Pattern.MULTILINE);
    /// The state of a connection in `/proc/net/tcp` (`proc_net_tcp` of Linux).
    private static final String ESTABLISHED = "01";

    static ProcessCost of(long pid) throws IOException, InterruptedException {
        long threads = status(pid, "Threads");
        long resident = status(pid, "VmRSS") / 1024;
        return new ProcessCost(threads, socketsOf(pid).size(), heap(pid), resident);
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

    /// How many threads there are of each name, numbers and ids left out.
    static Map<String, Long> threads(long pid) throws IOException, InterruptedException {
        return THREAD.matcher(jcmd(pid, "Thread.print"))
                .results()
                .map(found -> found.group(1).replaceAll("\\S*[0-9]\\S*", "#"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    /// How many connections it has to these ports of this machine.
    static long connections(long pid, Collection<Integer> ports) throws IOException {
        Set<String> wanted = ports.stream().map("%04X"::formatted).collect(Collectors.toSet());
        Set<String> own = socketsOf(pid);
        return Stream.of("tcp", "tcp6")
                .flatMap(table -> lines(Path.of("/proc/" + pid + "/net/" + table)))
                .map(line -> line.trim().split(" +", -1))
                .filter(line -> wanted.contains(line[2].substring(line[2].indexOf(':') + 1)))
                .filter(line -> line[3].equals(ESTABLISHED) && own.contains("socket:[" + line[9] + "]"))
                .count();
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private static Set<String> socketsOf(long pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return open.map(ProcessCost::leadsTo)
                    .filter(name -> name.startsWith("socket:"))
                    .collect(Collectors.toSet());
        }
    }

    private static String leadsTo(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return "%d threads, %d sockets, heap %d MiB, memory %d MiB"
                .formatted(threads, sockets, heapMegabytes, residentMegabytes);
    }
}
