package io.shardstream.ittests.proxy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One HTTP request or answer, exactly as it was sent.
final class HttpMessage {
    private final InputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final String firstLine;
    private long length;
    private boolean chunked;

    private HttpMessage(InputStream in, String firstLine) {
        this.in = in;
        this.firstLine = firstLine;
    }

    /// Reads a message to its end; null if the connection was closed before it began.
    ///
    /// @param mayHaveBody false for the answer to HEAD, whose headers speak of a body that does not come
    static @Nullable HttpMessage read(InputStream in, boolean mayHaveBody) throws IOException {
        ByteArrayOutputStream start = new ByteArrayOutputStream();
        String firstLine = line(in, start);
        if (firstLine == null) {
            return null;
        }
        HttpMessage message = new HttpMessage(in, firstLine);
        start.writeTo(message.bytes);
        message.headers();
        if (mayHaveBody) {
            message.body();
        }
        return message;
    }

    /// Method and path without the query, such as `POST /index/_bulk`; of a request only.
    String exchange() {
        String[] parts = firstLine.split("[ ?]", 3);
        return parts[0] + " " + parts[1];
    }

    /// In bytes, with its headers.
    int length() {
        return bytes.size();
    }

    /// @param text empty for what no message holds
    boolean holds(String text) {
        return !text.isEmpty() && bytes.toString(StandardCharsets.UTF_8).contains(text);
    }

    void writeTo(OutputStream out) throws IOException {
        bytes.writeTo(out);
    }

    void writeHalfTo(OutputStream out) throws IOException {
        out.write(bytes.toByteArray(), 0, bytes.size() / 2);
    }

    private void headers() throws IOException {
        for (String header = must(); !header.isEmpty(); header = must()) {
            String[] parts = header.split(":", 2);
            switch (parts[0].toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Long.parseLong(parts[1].strip());
                case "transfer-encoding" -> chunked = true;
                default -> {}
            }
        }
    }

    private void body() throws IOException {
        if (!chunked) {
            copy(length);
            return;
        }
        long size;
        do {
            size = Long.parseLong(must().split(";", 2)[0].strip(), 16);
            copy(size + 2);
        } while (size > 0);
    }

    private void copy(long count) throws IOException {
        byte[] part = in.readNBytes(Math.toIntExact(count));
        if (part.length < count) {
            throw new EOFException("the connection ended inside a body");
        }
        bytes.writeBytes(part);
    }

    private String must() throws IOException {
        String line = line(in, bytes);
        if (line == null) {
            throw new EOFException("the connection ended inside a message");
        }
        return line;
    }

    private static @Nullable String line(InputStream in, ByteArrayOutputStream copy) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            copy.write(next);
            if (next == '\n') {
                return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
            }
            line.write(next);
        }
        return null;
    }
}
