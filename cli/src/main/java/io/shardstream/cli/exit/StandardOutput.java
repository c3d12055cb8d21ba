package io.shardstream.cli.exit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Standard output of a process that knows at its end whether all of it could be written: a [PrintStream]
/// says nothing of a disk that is full, or of a reader that has closed its pipe. To ask it waits for nobody:
/// somebody who holds it may never be read.
public final class StandardOutput extends PrintStream {
    private final Watched watched;

    StandardOutput(OutputStream out, Charset charset) {
        this(new Watched(out), charset);
    }

    private StandardOutput(Watched watched, Charset charset) {
        super(watched, true, charset);
        this.watched = watched;
    }

    /// From now on all that this process writes to standard output goes through it.
    public static void begins() {
        System.setOut(new StandardOutput(new FileOutputStream(FileDescriptor.out), System.out.charset()));
    }

    /// Why the first of what this process has written to standard output could not be; empty if all could, or
    /// if nobody can say.
    public static Optional<IOException> failure() {
        return System.out instanceof StandardOutput ours ? Optional.ofNullable(ours.watched.failure) : Optional.empty();
    }

    /// @throws UnprintedException if something could not be written
    public static void requireWritten() {
        failure().ifPresent(failure -> {
            throw new UnprintedException(failure);
        });
    }

    private static final class Watched extends FilterOutputStream {
        private volatile @Nullable IOException failure;

        Watched(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                }
                throw e;
            }
        }
    }
}
