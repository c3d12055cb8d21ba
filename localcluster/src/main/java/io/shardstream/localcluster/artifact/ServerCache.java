package io.shardstream.localcluster.artifact;

import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.process.LocalServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/// The folder that keeps servers unpacked and ready to start. Any number of processes may use and fill it at once.
public final class ServerCache {

    /// Changes whenever what is put into the cache for a server changes.
    private static final String LAYOUT = "servers-1";

    private final Path base;
    private final Path folder;

    /// A cache in that folder, which need not exist yet.
    public ServerCache(Path folder) {
        this.base = folder.toAbsolutePath();
        this.folder = base.resolve(LAYOUT);
    }

    /// The cache of this machine's user: the variable `SHARDSTREAM_CACHE` if it is set, else `shardstream` in the
    /// user's own cache folder, or in the system's for root, whose home other users cannot enter.
    ///
    /// @throws LocalServerException if the servers' user cannot enter it
    public static ServerCache standard(Account account) {
        Path folder = standardFolder(System.getenv(), account);
        ServerCache cache = new ServerCache(folder);
        cache.createFolder();
        if (!account.canEnter(cache.folder)) {
            throw new LocalServerException("The cache folder " + folder + " cannot be entered by the user "
                    + account.name() + ", as whom servers run when you are root: set SHARDSTREAM_CACHE to a folder"
                    + " that is open to all.");
        }
        return cache;
    }

    static Path standardFolder(Map<String, String> environment, Account account) {
        return Optional.ofNullable(environment.get("SHARDSTREAM_CACHE"))
                .filter(value -> !value.isBlank())
                .map(Path::of)
                .orElseGet(() -> !account.commandPrefix().isEmpty()
                        ? Path.of("/var/cache/shardstream")
                        : Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
                                .filter(value -> !value.isBlank())
                                .map(Path::of)
                                .orElseGet(() -> Path.of(System.getProperty("user.home", ""), ".cache"))
                                .resolve("shardstream"));
    }

    /// Puts a server's files into an empty folder.
    @FunctionalInterface
    public interface Filler {
        /// Does it.
        ///
        /// @param target the folder to fill, which does not exist yet
        /// @param work an empty folder for anything else, deleted afterwards
        void fill(Path target, Path work) throws IOException;
    }

    /// The folder of a server, filled first if it is not there yet.
    ///
    /// @param name such as `elasticsearch-9.5.3`; whoever uses the same name gets the same files
    public Path get(String name, Filler filler) {
        Path server = folder.resolve(name);
        if (Files.isDirectory(server)) {
            return server;
        }
        // A file lock keeps other processes out, this monitor the other threads of this one.
        synchronized (ServerCache.class) {
            createFolder();
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.isDirectory(server)) {
                    fill(server, folder.resolve(name + ".part"), filler);
                }
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot put " + name + " into the cache " + folder, e);
            }
        }
    }

    private static void fill(Path server, Path part, Filler filler) throws IOException {
        // Whatever is here was left by a process that was killed: the lock is ours.
        FileTree.delete(part);
        Path work = Files.createDirectories(part.resolve("work"));
        Path target = part.resolve("target");
        filler.fill(target, work);
        FileTree.openToAll(target);
        Files.move(target, server, StandardCopyOption.ATOMIC_MOVE);
        FileTree.delete(part);
    }

    private void createFolder() {
        try {
            if (!Files.isDirectory(folder)) {
                boolean fresh = !Files.isDirectory(base);
                Files.createDirectories(folder);
                FileTree.openToAll(fresh ? base : folder);
            }
        } catch (IOException e) {
            throw new LocalServerException(
                    "Cannot create the cache folder " + folder + " (" + e + "): set SHARDSTREAM_CACHE to another one.",
                    e);
        }
    }
}
