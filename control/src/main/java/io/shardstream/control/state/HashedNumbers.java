package io.shardstream.control.state;

import java.util.Arrays;

/// A number for each of very many hashes, 43 bytes at most for each: a hash table with open addressing, whose keys are
/// hashes already.
final class HashedNumbers {
    /// Of a hash that is not there.
    static final long NONE = Long.MIN_VALUE;

    private static final int SMALLEST = 64;
    /// It grows when it is three quarters full.
    private static final long FULL = 3;
    private static final long FULL_OF = 4;

    private long[] hashes = new long[SMALLEST];
    private long[] numbers = empty(SMALLEST);
    private int size;

    private static long[] empty(int length) {
        long[] numbers = new long[length];
        Arrays.fill(numbers, NONE);
        return numbers;
    }

    /// Gives the hash a number in place of the one that it has.
    ///
    /// @param number not [#NONE]
    void put(long hash, long number) {
        int slot = slotOf(hash);
        if (numbers[slot] == NONE && FULL_OF * ++size > FULL * hashes.length) {
            grow();
            slot = slotOf(hash);
        }
        hashes[slot] = hash;
        numbers[slot] = number;
    }

    /// Gives the hash a number, unless it has a higher one.
    ///
    /// @param number not [#NONE]
    void raise(long hash, long number) {
        put(hash, Math.max(of(hash), number));
    }

    long of(long hash) {
        return numbers[slotOf(hash)];
    }

    /// Tells each hash with its number.
    void forEach(Each sink) {
        for (int slot = 0; slot < hashes.length; slot++) {
            if (numbers[slot] != NONE) {
                sink.accept(hashes[slot], numbers[slot]);
            }
        }
    }

    /// Told a hash and its number.
    @FunctionalInterface
    interface Each {
        void accept(long hash, long number);
    }

    int size() {
        return size;
    }

    /// Where the hash is, or would be.
    private int slotOf(long hash) {
        int mask = hashes.length - 1;
        int slot = (int) hash & mask;
        while (numbers[slot] != NONE && hashes[slot] != hash) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldHashes = hashes;
        long[] oldNumbers = numbers;
        hashes = new long[2 * oldHashes.length];
        numbers = empty(2 * oldHashes.length);
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldNumbers[i] != NONE) {
                int slot = slotOf(oldHashes[i]);
                hashes[slot] = oldHashes[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }
}
