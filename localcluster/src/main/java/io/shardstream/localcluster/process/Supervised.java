package io.shardstream.localcluster.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A running child process, with all processes that it starts, which is killed when this JVM ends, by whatever cause.
///
/// A small shell script stands between this JVM and the child. It runs the child in a session of its own, so that a
/// Ctrl-C in the terminal reaches only this JVM, and reads a pipe that this JVM holds open: when the kernel closes it,
/// after `exit` or SIGKILL alike, the script kills the child's whole process group. The kernel's own parent-death
/// signal would not do: it follows the thread that started the child, not the process (prctl(2), PR_SET_PDEATHSIG).
public final class Supervised {

    private static final String SCRIPT = readScript();
    private static final Duration GRACE_AT_EXIT = Duration.ofSeconds(20);

    /// Also keeps the pipes from being closed by the garbage collector.
    private static final Set<Supervised> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Supervised::endAll, "end-supervised-children"));
    }

    private final Process supervisor;
    private final OutputStream orders;
    private final long pid;
    /// Absent if it has ended before this JVM could look.
    private final Optional<ProcessHandle> child;
    private final Path output;

    private Supervised(Process supervisor, long pid, Path output) {
        this.supervisor = supervisor;
        this.orders = supervisor.getOutputStream();
        this.pid = pid;
        this.child = ProcessHandle.of(pid);
        this.output = output;
    }

    /// Starts the command.
    ///
    /// @throws LocalServerException if a program that this needs is missing on this machine
    /// @throws UncheckedIOException if the operating system refuses to start it
    public static Supervised start(SupervisedCommand command) {
        List<String> session = ownSession(Programs.onPath());
        List<String> line = new ArrayList<>(session);
        line.addAll(List.of("sh", "-c", SCRIPT, "supervise"));
        line.add(command.removedAtEnd().map(Path::toString).orElse(""));
        line.addAll(session);
        line.addAll(command.command());
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(command.folder().toFile())
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(command.output().toFile()));
        command.withoutVariables().forEach(builder.environment()::remove);
        builder.environment().putAll(command.environment());
        try {
            Process supervisor = builder.start();
            Supervised started = new Supervised(supervisor, pidOf(supervisor), command.output());
            RUNNING.add(started);
            var _ = supervisor.onExit().thenRun(() -> RUNNING.remove(started));
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command.command().getFirst(), e);
        }
    }

    /// The process id of the command itself.
    public long pid() {
        return pid;
    }

    /// The file that gets its standard output and standard error.
    public Path output() {
        return output;
    }

    /// Whether the command or anything of what it started still runs.
    public boolean isAlive() {
        return supervisor.isAlive();
    }

    /// Sends a signal to the command's process alone; does nothing if it has ended.
    public void send(Signal signal) {
        if (child.filter(ProcessHandle::isAlive).isPresent()) {
            signal.sendTo(pid);
        }
    }

    /// Sends SIGKILL to the command and all that it started, and returns when they are gone.
    public void kill() {
        try {
            orders.write("kill\n".getBytes(StandardCharsets.US_ASCII));
            orders.flush();
        } catch (IOException e) {
            // The script has ended, and with it the command.
        }
        waitFor();
    }

    /// Kills like [#kill], and also removes the folder that is to go at the end.
    public void end() {
        closeOrders();
        waitFor();
    }

    /// Waits without limit and returns the exit code, or 128 plus the number of the signal that ended the command.
    public int waitFor() {
        return supervisor.onExit().join().exitValue();
    }

    /// Waits that long at most; empty if the command still runs then.
    public OptionalInt waitFor(Duration limit) throws InterruptedException {
        return supervisor.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
                ? OptionalInt.of(supervisor.exitValue())
                : OptionalInt.empty();
    }

    private void closeOrders() {
        try {
            orders.close();
        } catch (IOException e) {
            // The script has ended, and with it the command.
        }
    }

    private static void endAll() {
        List<Supervised> last = List.copyOf(RUNNING);
        last.forEach(Supervised::closeOrders);
        try {
            for (Supervised child : last) {
                child.waitFor(GRACE_AT_EXIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long pidOf(Process supervisor) throws IOException {
        try (BufferedReader reader = supervisor.errorReader(StandardCharsets.US_ASCII)) {
            String line = reader.readLine();
            if (line == null || !line.chars().allMatch(Character::isDigit)) {
                supervisor.destroyForcibly();
                throw new IOException("The supervising shell did not start: " + line);
            }
            return Long.parseLong(line);
        }
    }

    private static List<String> ownSession(Programs programs) {
        if (programs.find("setsid").isPresent()) {
            return List.of("setsid");
        }
        if (programs.find("perl").isPresent()) {
            return List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV or exit 127", "--");
        }
        throw new LocalServerException(
                "To start servers, Shardstream needs the program setsid (util-linux) or perl on the PATH; found neither.");
    }

    private static String readScript() {
        try (InputStream script = Supervised.class.getResourceAsStream("supervise.sh")) {
            if (script == null) {
                throw new IllegalStateException("supervise.sh is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read supervise.sh", e);
        }
    }

    /// The last lines of its output, for messages.
    public List<String> lastLines(int count) {
        try (var lines = Files.lines(output, StandardCharsets.ISO_8859_1)) {
            List<String> all = lines.toList();
            return all.subList(Math.max(0, all.size() - count), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }
}
