package io.shardstream.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command itself, which does nothing without one of its parts.
@Command(
        name = "shardstream",
        header = "Reindexes Elasticsearch and OpenSearch through Kafka while production keeps writing.",
        versionProvider = BuiltVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "'shardstream COMMAND --help' shows its options, an example and its exit codes.",
            "'shardstream bench' measures it beside its peers; it is built when it is called first."
        })
final class ShardstreamCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--version", versionHelp = true, description = "Shows the version of this build.")
    private boolean version;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do, such as: shardstream run -f run.yaml");
    }

    @Override
    public String toString() {
        return "version " + version;
    }
}
