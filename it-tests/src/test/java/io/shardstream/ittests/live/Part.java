package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import java.nio.file.Path;

/// A part of a run as a process of its own that is started again whenever it is killed.
final class Part implements AutoCloseable {
    private final String command;
    private final Path runFile;
    private Child child;
    private int starts;

    Part(String command, Path runFile) {
        this.command = command;
        this.runFile = runFile;
        this.child = next();
    }

    /// SIGKILL, and the same command once more.
    void killAndStart() {
        kill();
        start();
    }

    /// SIGKILL.
    void kill() {
        assertThat(child.isAlive()).as(child.tail()).isTrue();
        child.kill();
    }

    /// The same command once more, after a kill.
    void start() {
        child = next();
    }

    Child child() {
        return child;
    }

    private Child next() {
        starts++;
        return Child.start(command, command + "-" + starts, runFile);
    }

    @Override
    public void close() {
        child.close();
    }
}
