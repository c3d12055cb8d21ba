package io.shardstream.workload.compare;

import java.nio.ByteBuffer;

/// A JSON text without the whitespace and the comments between its tokens; what is inside strings stays.
final class BareJson {
    private final ByteBuffer in;
    private final ByteBuffer out;

    private BareJson(ByteBuffer text) {
        this.in = text.duplicate();
        this.out = ByteBuffer.allocate(text.remaining());
    }

    static ByteBuffer of(ByteBuffer text) {
        return new BareJson(text).strip();
    }

    /// Whether a text holds a line feed or a carriage return, so that it may not pass a bulk as it is.
    static boolean hasNewline(ByteBuffer text) {
        for (int i = text.position(); i < text.limit(); i++) {
            byte one = text.get(i);
            if (one == '\n' || one == '\r') {
                return true;
            }
        }
        return false;
    }

    private ByteBuffer strip() {
        while (in.hasRemaining()) {
            byte next = in.get();
            switch (next) {
                case ' ', '\t', '\r', '\n' -> {}
                case '"' -> string();
                case '/' -> comment();
                default -> out.put(next);
            }
        }
        return out.flip();
    }

    private void string() {
        out.put((byte) '"');
        while (in.hasRemaining()) {
            byte next = in.get();
            out.put(next);
            if (next == '"') {
                return;
            }
            if (next == '\\' && in.hasRemaining()) {
                out.put(in.get());
            }
        }
    }

    private void comment() {
        byte kind = in.hasRemaining() ? in.get() : 0;
        switch (kind) {
            case '/' -> skipPast('\n');
            case '*' -> skipBlock();
            default -> out.put((byte) '/').put(kind);
        }
    }

    private void skipBlock() {
        do {
            skipPast('*');
        } while (in.hasRemaining() && in.get(in.position()) != '/');
        skipPast('/');
    }

    private void skipPast(char end) {
        while (in.hasRemaining() && in.get() != end) {
            // skipped
        }
    }
}
