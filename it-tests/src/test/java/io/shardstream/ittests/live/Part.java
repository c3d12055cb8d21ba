package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import java.nio.file.Path;

/// A part of a run as a process of its own that is started again whenever it is killed.
final class Part implements AutoCloseable {
    /// What Java says after a SIGTERM.
    private static final int STOPPED = 143;

    private final String command;
    private final String name;
    private final Path runFile;
    private String classPath;
    private Child child;
    private int starts;

    /// @param name of its logs
    /// @param classPath of its software
    Part(String command, String name, Path runFile, String classPath) {
        this.command = command;
        this.name = name;
        this.runFile = runFile;
        this.classPath = classPath;
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

    /// SIGTERM, at which it ends in good order.
    void stop() {
        assertThat(child.stop()).as(child.tail()).isIn(0, STOPPED);
    }

    /// The same command once more, after its end.
    void start() {
        child = next();
    }

    /// The same command of other software, after its end.
    void startOf(String otherClassPath) {
        classPath = otherClassPath;
        start();
    }

    /// `reader`, `writer` or `control`.
    String command() {
        return command;
    }

    Child child() {
        return child;
    }

    private Child next() {
        starts++;
        return Child.startOf(classPath, command, name + "-" + starts, runFile);
    }

    @Override
    public void close() {
        child.close();
    }
}
