package io.shardstream.common.contract.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/// A slice of a byte array, with equality by content. The array is shared, not copied: whoever hands
/// out a slice no longer writes to the array.
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private final byte[] array;
    private final int offset;
    private final int length;

    private Bytes(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    /// The whole array.
    public static Bytes of(byte[] array) {
        return new Bytes(array, 0, array.length);
    }

    /// The bytes from `offset` (inclusive), `length` of them.
    ///
    /// @throws IndexOutOfBoundsException if they do not all lie in the array
    public static Bytes of(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        return new Bytes(array, offset, length);
    }

    public static Bytes utf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return length;
    }

    public byte at(int index) {
        return array[offset + Objects.checkIndex(index, length)];
    }

    /// The bytes from `from` (inclusive) to `to` (exclusive), sharing this slice's array.
    public Bytes slice(int from, int to) {
        Objects.checkFromToIndex(from, to, length);
        return new Bytes(array, offset + from, to - from);
    }

    /// The array behind this slice; read it from [#offset()] on, [#length()] bytes. Not to be written to.
    public byte[] array() {
        return array;
    }

    /// Where this slice begins in [#array()].
    public int offset() {
        return offset;
    }

    /// These bytes as an array of exactly their length: the shared one where it fits, else a copy.
    public byte[] toArray() {
        return offset == 0 && length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
    }

    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
    }

    /// The text that these bytes encode in UTF-8; malformed parts become U+FFFD.
    public String utf8() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that
                && Arrays.equals(array, offset, offset + length, that.array, that.offset, that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /// The length only: a slice may hold a document, and documents are not printed.
    @Override
    public String toString() {
        return length + " bytes";
    }
}
