package io.shardstream.cli.connect;

import io.shardstream.common.contract.record.Side;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option that names the run file.
public final class RunFileOption {
    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "<run.yaml>",
            description = "The run file.")
    private Path file = Path.of("run.yaml");

    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public RunFile read(RunFile.Environment environment) throws RunFileException {
        return RunFile.read(file, environment);
    }

    /// The same for a process that works on one side: it needs no secrets of the other one.
    ///
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public RunFile readFor(Side side, RunFile.Environment environment) throws RunFileException {
        return RunFile.readFor(side, file, environment);
    }

    /// The same for a command that speaks to Kafka alone: it needs no secrets of source and target.
    ///
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public RunFile readForKafka(RunFile.Environment environment) throws RunFileException {
        return RunFile.readForKafka(file, environment);
    }

    /// The same for a command that looks at documents in Kafka: it needs what opens them too.
    ///
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public RunFile readForDocuments(RunFile.Environment environment) throws RunFileException {
        return RunFile.readForDocuments(file, environment);
    }

    public Path file() {
        return file;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
