package io.shardstream.localcluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A server as a child process, which may stand behind a launcher.
///
/// @param started the launcher, or the server itself
/// @param pidFile the file into which the server behind a launcher writes its process id
record ServerProcess(Supervised started, Optional<Path> pidFile) implements Running {

    private static final Duration END_LIMIT = Duration.ofSeconds(60);

    @Override
    public long pid() {
        try {
            String text = pidFile.isPresent() && Files.exists(pidFile.get())
                    ? Files.readString(pidFile.get()).strip()
                    : "";
            return text.isEmpty() ? started.pid() : Long.parseLong(text);
        } catch (IOException e) {
            return started.pid();
        }
    }

    @Override
    public Path output() {
        return started.output();
    }

    @Override
    public boolean isAlive() {
        return started.isAlive();
    }

    /// The launcher would end the server in good order if it were killed itself.
    @Override
    public void send(Signal signal) {
        if (isAlive()) {
            signal.sendTo(pid());
        }
    }

    @Override
    public void kill() {
        Optional<ProcessHandle> server = server();
        started.kill();
        awaitEnd(server);
    }

    @Override
    public void end() {
        Optional<ProcessHandle> server = server();
        started.end();
        awaitEnd(server);
    }

    @Override
    public int waitFor() {
        Optional<ProcessHandle> server = server();
        int code = started.waitFor();
        awaitEnd(server);
        return code;
    }

    @Override
    public OptionalInt waitFor(Duration limit) throws InterruptedException {
        Optional<ProcessHandle> server = server();
        OptionalInt code = started.waitFor(limit);
        if (code.isPresent()) {
            awaitEnd(server);
        }
        return code;
    }

    /// Asked for before the end: a server that ends in good order deletes its file.
    private Optional<ProcessHandle> server() {
        return ProcessHandle.of(pid());
    }

    /// The server behind a launcher may go a little later than the launcher.
    private static void awaitEnd(Optional<ProcessHandle> server) {
        server.ifPresent(handle -> ProcessEnd.await(handle, END_LIMIT));
    }
}
