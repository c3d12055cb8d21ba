package io.shardstream.cli.demo;

import io.shardstream.localcluster.process.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder for the run file and the logs of readers and writers, which is deleted at the end.
record RunFolder(Path path) implements AutoCloseable {
    static RunFolder create(String runFile) {
        try {
            RunFolder folder = new RunFolder(Files.createTempDirectory("shardstream-demo-"));
            Files.writeString(folder.runFile(), runFile);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the run file of the demo", e);
        }
    }

    Path runFile() {
        return path.resolve("run.yaml");
    }

    @Override
    public void close() {
        try {
            FileTree.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + path, e);
        }
    }
}
