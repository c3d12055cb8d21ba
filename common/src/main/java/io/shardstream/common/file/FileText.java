package io.shardstream.common.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads a small file as a whole.
public final class FileText {
    /// Bytes. The authorities that a system trusts take less than a megabyte.
    private static final int MOST = 16 << 20;

    private FileText() {}

    /// What the file holds, one character (U+0000 to U+00FF) for each byte.
    ///
    /// @throws FileException if it cannot be read, is no regular file, or has more than 16 MiB
    public static String of(Path path) throws FileException {
        try {
            return new String(SmallFile.read(path, MOST), ISO_8859_1);
        } catch (SmallFile.UnfitException e) {
            throw new FileException("The file " + path + " " + e.getMessage() + ".", e);
        } catch (NoSuchFileException e) {
            throw new FileException("There is no file " + path + ".", e);
        } catch (IOException e) {
            throw new FileException("The file " + path + " cannot be read (" + e + ").", e);
        }
    }
}
