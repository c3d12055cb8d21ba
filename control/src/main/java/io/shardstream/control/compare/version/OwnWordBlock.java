package io.shardstream.control.compare.version;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// Some thousand own numbers of a target shard with their words, in a few bytes each: in the order of the own
/// numbers, each as the distance to the one before it. The word of a document is coded as the distance to the
/// last word of the same source shard. Readers read each source shard from its lowest number on, so distances
/// are small.
final class OwnWordBlock {
    /// The low bits of a word, which are its number in its source shard. What is above them is its *kind*.
    private static final int NUMBER_BITS = 40;

    private static final long NUMBER = (1L << NUMBER_BITS) - 1;
    private static final int FLAGS = 2;
    private static final long IS_OF_OTHER_KIND = 1;
    private static final long LEAVES_GAP = 2;
    /// Two arrays and this object itself, about.
    private static final int OVERHEAD = 96;

    private final int size;
    private final long first;
    private final long[] lowest;
    private final long[] highest;
    private final byte[] codes;

    /// @param first the lowest own number
    /// @param lowest the lowest word of each kind, ascending
    /// @param highest the highest word of each kind, in the same order
    private OwnWordBlock(int size, long first, long[] lowest, long[] highest, byte[] codes) {
        this.size = size;
        this.first = first;
        this.lowest = lowest;
        this.highest = highest;
        this.codes = codes;
    }

    /// @param numbers own numbers, ascending
    /// @param words in the same order
    /// @param size how many there are, at least 1
    static OwnWordBlock of(long[] numbers, long[] words, int size) {
        long[] sorted = Arrays.copyOf(words, size);
        Arrays.sort(sorted);
        long[] lowest = new long[size];
        long[] highest = new long[size];
        int kinds = 0;
        for (long word : sorted) {
            if (kinds == 0 || kindOf(word) != kindOf(lowest[kinds - 1])) {
                lowest[kinds++] = word;
            }
            highest[kinds - 1] = word;
        }
        long[] low = Arrays.copyOf(lowest, kinds);
        return new OwnWordBlock(size, numbers[0], low, Arrays.copyOf(highest, kinds), coded(numbers, words, size, low));
    }

    private static long kindOf(long word) {
        return word >> NUMBER_BITS;
    }

    private static byte[] coded(long[] numbers, long[] words, int size, long[] lowest) {
        VarLongs codes = new VarLongs(2 * size);
        long[] last = lowest.clone();
        int kind = 0;
        long before = numbers[0] - 1;
        for (int i = 0; i < size; i++) {
            int now = kindOf(words[i]) == kindOf(lowest[kind]) ? kind : find(lowest, words[i]);
            long gap = numbers[i] - before - 1;
            long distance = (words[i] & NUMBER) - (last[now] & NUMBER);
            long flags = (now == kind ? 0 : IS_OF_OTHER_KIND) | (gap == 0 ? 0 : LEAVES_GAP);
            codes.add((VarLongs.unsigned(distance) << FLAGS) | flags);
            if (now != kind) {
                codes.add(now);
            }
            if (gap != 0) {
                codes.add(VarLongs.unsigned(gap));
            }
            kind = now;
            last[kind] = words[i];
            before = numbers[i];
        }
        return codes.bytes();
    }

    private static int find(long[] lowest, long word) {
        int place = Arrays.binarySearch(lowest, word);
        return place >= 0 ? place : -place - 2;
    }

    int size() {
        return size;
    }

    long bytes() {
        return OVERHEAD + 2L * Long.BYTES * lowest.length + codes.length;
    }

    /// Gives the own numbers of these words, ascending.
    ///
    /// @param wanted words, ascending
    void find(long[] wanted, LongConsumer sink) {
        if (!mayHave(wanted)) {
            return;
        }
        VarLongs.Reader reader = new VarLongs.Reader(codes);
        long[] last = lowest.clone();
        int kind = 0;
        long number = first - 1;
        for (int i = 0; i < size; i++) {
            long code = reader.next();
            kind = (code & IS_OF_OTHER_KIND) == 0 ? kind : (int) reader.next();
            number += 1 + ((code & LEAVES_GAP) == 0 ? 0 : VarLongs.signed(reader.next()));
            last[kind] += VarLongs.signed(code >>> FLAGS);
            if (Arrays.binarySearch(wanted, last[kind]) >= 0) {
                sink.accept(number);
            }
        }
    }

    private boolean mayHave(long[] wanted) {
        for (int kind = 0; kind < lowest.length; kind++) {
            int place = Arrays.binarySearch(wanted, lowest[kind]);
            int next = place >= 0 ? place : -place - 1;
            if (next < wanted.length && wanted[next] <= highest[kind]) {
                return true;
            }
        }
        return false;
    }
}
