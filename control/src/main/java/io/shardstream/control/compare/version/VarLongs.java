package io.shardstream.control.compare.version;

import java.util.Arrays;

/// Numbers of different widths one after another: seven bits in each byte, the lowest first; the eighth says
/// that there are more.
final class VarLongs {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;
    private static final int MOST_BYTES = 10;

    private byte[] bytes;
    private int length;

    /// @param expected bytes that they take, about
    VarLongs(int expected) {
        this.bytes = new byte[Math.max(MOST_BYTES, expected)];
    }

    /// @param number taken as one without a sign
    void add(long number) {
        if (length + MOST_BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + MOST_BYTES);
        }
        long rest = number;
        while ((rest & -MORE) != 0) {
            bytes[length++] = (byte) (rest | MORE);
            rest >>>= BITS;
        }
        bytes[length++] = (byte) rest;
    }

    /// All that were added.
    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /// A number without a sign for one that has one: small for one that is near 0.
    static long unsigned(long number) {
        return (number << 1) ^ (number >> (Long.SIZE - 1));
    }

    /// The number that [#unsigned(long)] was given.
    static long signed(long number) {
        return (number >>> 1) ^ -(number & 1);
    }

    /// Reads them in their order.
    static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        long next() {
            long number = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at++];
                number |= (long) (part & (MORE - 1)) << shift;
                shift += BITS;
            } while (part < 0);
            return number;
        }
    }
}
