package io.shardstream.cli.plan;

import io.shardstream.cli.view.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The file that a planned run is written to.
///
/// @param mayReplace whether one that is there may be written over
record DraftFile(Path file, boolean mayReplace) {
    /// Writes it as a whole: one that is there is replaced when the new one is complete.
    ///
    /// @return the sentence that says that it could not be written, and why; empty if it was
    Optional<String> write(String text) {
        try {
            if (mayReplace && Files.exists(file)) {
                replace(text);
            } else {
                Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("The run file " + file.toAbsolutePath().normalize() + " was not written ("
                    + ResultFile.reason(e) + "): name another place with --write-run-file.");
        }
    }

    private void replace(String text) throws IOException {
        Path real = file.toRealPath();
        Path beside = Files.createTempFile(real.getParent(), real.getFileName() + ".", ".new");
        try {
            Files.writeString(beside, text);
            Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(real));
            Files.move(beside, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
