package io.shardstream.bench.stage;

import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.process.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// The data of servers, from when all of them had ended in good order. They can start from there as often as wanted.
///
/// The files are copied and not linked: servers append to translogs and to Kafka's logs in place.
public final class KeptFolders implements AutoCloseable {
    private static final String DATA = "data";

    private final List<LocalServer> servers;
    private final Path folder;

    private KeptFolders(List<LocalServer> servers, Path folder) {
        this.servers = List.copyOf(servers);
        this.folder = folder;
    }

    /// Ends the servers in good order, and copies their data.
    ///
    /// @param folder that the copy is put into; an existing one
    static KeptFolders of(List<LocalServer> servers, Path folder) throws IOException {
        servers.forEach(LocalServer::stop);
        KeptFolders kept = new KeptFolders(servers, Files.createTempDirectory(folder, "kept-"));
        try {
            for (int i = 0; i < servers.size(); i++) {
                copy(data(servers.get(i)), kept.place(i));
            }
            return kept;
        } catch (IOException | RuntimeException e) {
            kept.close();
            throw e;
        }
    }

    /// Ends the servers, whatever they do, gives them the data that were kept, and starts them at the same addresses.
    void putBack() throws IOException {
        servers.forEach(LocalServer::kill);
        for (int i = 0; i < servers.size(); i++) {
            Path data = data(servers.get(i));
            FileTree.delete(data);
            copy(place(i), data);
        }
        servers.forEach(LocalServer::launch);
        servers.forEach(LocalServer::awaitReady);
    }

    private Path place(int server) {
        return folder.resolve(String.valueOf(server));
    }

    private static Path data(LocalServer server) {
        return server.folder().resolve(DATA);
    }

    /// Copies a folder. What is still to be written to the disk would slow down whatever is measured next, so that is
    /// waited for.
    static void copy(Path from, Path to) throws IOException {
        FileTree.copy(from, to);
        try (Stream<Path> all = Files.walk(to)) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
        }
    }

    /// Deletes the copy; what the servers have stays.
    @Override
    public void close() {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + folder, e);
        }
    }
}
