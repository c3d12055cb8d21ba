package io.shardstream.common.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that is read as a whole, up to a bound: what is no regular file may never begin or never end
/// (`/dev/zero`, a pipe), and need not be as long as it says.
public final class SmallFile {
    private SmallFile() {}

    /// A file that is not read. The message is the end of a sentence that begins with the file.
    public static final class UnfitException extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;

        private UnfitException(String message) {
            super(message);
        }
    }

    /// @param most bytes
    /// @throws UnfitException if it is no regular file, or longer
    public static byte[] read(Path path, int most) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new UnfitException("is no regular file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new UnfitException("has more than " + most + " bytes");
            }
            return bytes;
        }
    }
}
