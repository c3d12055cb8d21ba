package io.shardstream.common.contract.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A byte array that grows as it is written to, and that can be cut back.
public final class LineBuffer {
    /// The largest array that every Java runtime can make.
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int length;

    public LineBuffer(long capacity) {
        bytes = new byte[Math.clamp(capacity, 64, MAX_LENGTH)];
    }

    public int length() {
        return length;
    }

    /// Forgets everything from `newLength` on.
    public void cutTo(int newLength) {
        length = newLength;
    }

    public void add(byte one) {
        ensureRoomFor(1);
        bytes[length++] = one;
    }

    public void add(byte[] from, int offset, int count) {
        ensureRoomFor(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    public void add(byte[] all) {
        add(all, 0, all.length);
    }

    public void add(Bytes slice) {
        add(slice.array(), slice.offset(), slice.length());
    }

    public void add(long number) {
        add(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
    }

    /// What was written, sharing the array.
    public Bytes toBytes() {
        return Bytes.of(bytes, 0, length);
    }

    private void ensureRoomFor(int more) {
        if (more > bytes.length - length) {
            long needed = (long) length + more;
            if (needed > MAX_LENGTH) {
                throw new IllegalArgumentException("a bulk of " + needed + " bytes is longer than an array can be");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.clamp(2L * bytes.length, needed, MAX_LENGTH));
        }
    }
}
