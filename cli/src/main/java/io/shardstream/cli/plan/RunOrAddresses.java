package io.shardstream.cli.plan;

import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options that say which run is planned: a run file, or where it would go from and to.
final class RunOrAddresses {
    private static final String EITHER = "Say what to plan: either -f run.yaml, or --source, --target and --kafka.";

    @Option(
            names = {"-f", "--file"},
            paramLabel = "<run.yaml>",
            description = "The run file.")
    private @Nullable Path file;

    @Option(
            names = "--kafka",
            paramLabel = "<host:port>",
            description = "In place of a run file: the brokers, several with commas between.")
    private @Nullable String kafka;

    @Option(
            names = "--kafka-property",
            paramLabel = "<name=value>",
            description = "A property of Kafka's clients, such as security.protocol=SSL; secrets as $${env:NAME}.")
    private Map<String, String> kafkaProperties = new LinkedHashMap<>();

    @Option(
            names = "--run",
            paramLabel = "<name>",
            description = "In place of a run file: the run's name. Default: as the target index.")
    private @Nullable String name;

    @ArgGroup(exclusive = false)
    private @Nullable SourceOptions source;

    @ArgGroup(exclusive = false)
    private @Nullable TargetOptions target;

    /// The index to read, and who may.
    static final class SourceOptions {
        @Option(
                names = "--source",
                required = true,
                paramLabel = "<address/index>",
                description = "In place of a run file: the index to read, such as http://localhost:9200/cities.")
        private String place = "";

        @Option(names = "--source-user", paramLabel = "<name>", description = "User of the source.")
        private @Nullable String user;

        @Option(
                names = "--source-password-env",
                paramLabel = "<VARIABLE>",
                description = "Name of the environment variable that holds the user's password.")
        private @Nullable String password;

        @Option(
                names = "--source-api-key-env",
                paramLabel = "<VARIABLE>",
                description = "Name of the environment variable that holds an API key, in place of a user.")
        private @Nullable String apiKey;

        @Option(names = "--source-ca", paramLabel = "<file>", description = "Certificates (PEM) to trust.")
        private @Nullable Path ca;

        DraftPlace read() {
            return new DraftPlace("source", place, user, password, apiKey, ca);
        }
    }

    /// The index to write, and who may.
    static final class TargetOptions {
        @Option(
                names = "--target",
                required = true,
                paramLabel = "<address/index>",
                description = "In place of a run file: the index to write.")
        private String place = "";

        @Option(names = "--target-user", paramLabel = "<name>", description = "User of the target.")
        private @Nullable String user;

        @Option(
                names = "--target-password-env",
                paramLabel = "<VARIABLE>",
                description = "Name of the environment variable that holds the user's password.")
        private @Nullable String password;

        @Option(
                names = "--target-api-key-env",
                paramLabel = "<VARIABLE>",
                description = "Name of the environment variable that holds an API key, in place of a user.")
        private @Nullable String apiKey;

        @Option(names = "--target-ca", paramLabel = "<file>", description = "Certificates (PEM) to trust.")
        private @Nullable Path ca;

        DraftPlace read() {
            return new DraftPlace("target", place, user, password, apiKey, ca);
        }
    }

    /// Where relative paths begin.
    Path folder() {
        return file().map(Path::getParent).orElse(Path.of(""));
    }

    /// The run file; empty where addresses stand in its place.
    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /// @throws RunFileException if anything in the run file, or in the options, is wrong
    RunFile read(CommandLine command, RunFile.Environment environment) throws RunFileException {
        boolean anyAddress = source != null || target != null || kafka != null;
        if (file != null && !anyAddress && name == null && kafkaProperties.isEmpty()) {
            return RunFile.read(file, environment);
        }
        if (file != null || source == null || target == null || kafka == null) {
            throw new ParameterException(command, EITHER);
        }
        try {
            String text = DraftText.of(Optional.ofNullable(name), kafka, kafkaProperties, source.read(), target.read());
            return RunFile.ofText(text, "options", environment);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }
}
