package io.shardstream.cli.demo;

import io.shardstream.common.runfile.NodeAddress;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import io.shardstream.workload.compare.ServerAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options that say where a load writes: a run file, whose source that is, or an address; and the index.
final class LoadPlaceOption {
    @Option(
            names = {"-f", "--file"},
            paramLabel = "<run.yaml>",
            description = "The run file; its source's addresses, index and credentials are taken.")
    private @Nullable Path file;

    @Option(
            names = "--url",
            paramLabel = "<address>",
            split = ",",
            description = "Addresses of the cluster, with commas between, in place of a run file.")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--index",
            paramLabel = "<name>",
            description = "The index or alias to write to; with a run file by default the source's, for which"
                    + " consent is needed.")
    private @Nullable String index;

    /// @throws RunFileException if the run file cannot be read or anything in it is wrong
    /// @throws IOException if the certificates that it names cannot be used
    LoadPlace read(CommandLine command, RunFile.Environment environment) throws RunFileException, IOException {
        if ((file == null) == urls.isEmpty()) {
            throw new ParameterException(command, "Say where to write: either --url and --index, or -f run.yaml.");
        }
        if (file != null) {
            RunFile run = RunFile.read(file, environment);
            return new LoadPlace(
                    run.source().endpoint().nodes().stream()
                            .map(node -> askable(command, "source.nodes", node))
                            .toList(),
                    index == null ? run.source().index() : index,
                    ServerAccess.of(run.source().endpoint()));
        }
        if (index == null) {
            throw new ParameterException(command, "Say with --index which index to write to.");
        }
        return new LoadPlace(urls.stream().map(url -> address(command, url)).toList(), index, ServerAccess.OPEN);
    }

    /// Whether nobody has named the index, so that the load would write to the one that production uses.
    boolean isSourceUnnamed() {
        return file != null && index == null;
    }

    private static URI address(CommandLine command, String url) {
        if (url.contains("@")) {
            throw new ParameterException(
                    command, "--url must not hold credentials: give a run file with -f, which has source.auth.");
        }
        try {
            return askable(command, "--url", NodeAddress.of(url));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--url " + e.getMessage() + ".", e);
        }
    }

    private static URI askable(CommandLine command, String where, URI node) {
        try {
            return ClientAddress.of(node);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, where + " " + e.getMessage() + ".", e);
        }
    }
}
