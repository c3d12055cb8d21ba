package io.shardstream.localcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/// The folder in which a local cluster keeps its configuration, logs and data.
///
/// @param path the folder; each server has one of its own in it
/// @param account the user as whom the servers run
/// @param kept whether it stays when the cluster is closed
public record WorkFolder(Path path, Account account, boolean kept) {
    private static final FileAttribute<Set<PosixFilePermission>> OWNERS_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// Opens the given folder, or makes a new one among the temporary files.
    ///
    /// @param name of what runs in it, for a new folder's name
    public static WorkFolder open(Optional<Path> given, String name, Account account, boolean kept) {
        try {
            Path path = given.isPresent()
                    ? Files.createDirectories(given.get().toAbsolutePath())
                    : Files.createTempDirectory(temporary(account), "shardstream-" + name + "-");
            if (given.isEmpty()) {
                // Nobody else may enter it, as of all temporary folders that Java makes.
                account.own(path);
            }
            if (!account.canEnter(path)) {
                throw new LocalServerException("The folder " + path + " cannot be entered by the user " + account.name()
                        + ", as whom servers run when you are root: choose one that is open to all.");
            }
            return new WorkFolder(path, account, kept);
        } catch (IOException e) {
            throw new LocalServerException("Cannot make a folder for the data of local servers: " + e, e);
        }
    }

    private static Path temporary(Account account) {
        Path usual = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        return account.canEnter(usual) ? usual : Path.of("/var/tmp");
    }

    /// One server's own folder. If it is not there it is made, and only its user may enter it, as documents
    /// lie in it.
    public Path of(String server) {
        try {
            return Files.createDirectories(path.resolve(server), OWNERS_ONLY);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the folder of " + server, e);
        }
    }

    /// Deletes it, unless it is to be kept.
    public void close() {
        try {
            if (!kept) {
                FileTree.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + path, e);
        }
    }
}
