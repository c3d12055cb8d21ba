package io.shardstream.cli.view;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// A file in which a command leaves what it came to. What it came to is no other where there is no room for the file,
/// or nothing may be written at all, as in a container.
public final class ResultFile {
    private ResultFile() {}

    /// Writes it, over the one of before.
    ///
    /// @return the sentence that says that it could not be written, and why; empty if it was
    public static Optional<String> write(Path file, byte[] content) {
        return write(file, content, "the result is the same, and stands in the run's control topic.");
    }

    /// The same where not all of the result stands in the control topic.
    ///
    /// @param elsewhere where it stands, as the end of a sentence
    public static Optional<String> write(Path file, byte[] content, String elsewhere) {
        try {
            Files.write(file, content);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("The file " + file.toAbsolutePath().normalize() + " could not be written (" + reason(e)
                    + "): " + elsewhere);
        }
    }

    /// Such as `access denied`.
    private static String words(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /// Why a file could not be written, in a few words: of some failures the message is the file's name alone.
    public static String reason(IOException failure) {
        String reason = failure instanceof FileSystemException one ? one.getReason() : failure.getMessage();
        return reason == null ? words(failure.getClass().getSimpleName().replace("Exception", "")) : reason;
    }
}
