package io.shardstream.common.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads a small file as a whole.
public final class FileText {
    private FileText() {}

    /// What the file holds, one character (U+0000 to U+00FF) for each byte.
    ///
    /// @throws FileException if it cannot be read
    public static String of(Path path) throws FileException {
        try {
            return Files.readString(path, ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new FileException("There is no file " + path + ".", e);
        } catch (IOException e) {
            throw new FileException("The file " + path + " cannot be read (" + e + ").", e);
        }
    }
}
