package io.shardstream.control.compare.version;

import io.shardstream.control.compare.scan.LiveDocuments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/// Takes own numbers and words as they are read. Servers give them in about the order of the own numbers; any
/// order will do, but takes more memory. Used by one thread.
public final class OwnWordsReading implements LiveDocuments {
    /// Documents that are coded together.
    static final int TOGETHER = 1 << 14;

    private static final int PLACE_BITS = Integer.numberOfTrailingZeros(TOGETHER);
    private static final int FIRST_ROOM = 64;

    private final LongPredicate fits;
    private final List<OwnWordBlock> blocks = new ArrayList<>();
    private long[] numbers = new long[FIRST_ROOM];
    private long[] words = new long[FIRST_ROOM];
    private int size;
    private long bytes;
    private boolean isTooMuch;

    /// @param fits asked now and then with the bytes that they take. Once it says no, nothing is kept any more
    public OwnWordsReading(LongPredicate fits) {
        this.fits = fits;
    }

    @Override
    public void accept(long seqNo, long version) {
        if (isTooMuch) {
            return;
        }
        if (size == TOGETHER) {
            encode();
        } else if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
            words = Arrays.copyOf(words, 2 * size);
        }
        numbers[size] = seqNo;
        words[size] = version;
        size++;
    }

    private void encode() {
        if (size == 0) {
            return;
        }
        sort();
        OwnWordBlock block = OwnWordBlock.of(numbers, words, size);
        bytes += block.bytes();
        blocks.add(block);
        size = 0;
        if (!fits.test(bytes)) {
            isTooMuch = true;
            blocks.clear();
        }
    }

    private void sort() {
        boolean isSorted = true;
        for (int i = 1; i < size && isSorted; i++) {
            isSorted = numbers[i - 1] <= numbers[i];
        }
        if (isSorted) {
            return;
        }
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = numbers[i] << PLACE_BITS | i;
        }
        Arrays.sort(order);
        long[] sorted = new long[size];
        for (int i = 0; i < size; i++) {
            sorted[i] = words[(int) (order[i] & (TOGETHER - 1))];
            numbers[i] = order[i] >> PLACE_BITS;
        }
        System.arraycopy(sorted, 0, words, 0, size);
    }

    /// What was read.
    ///
    /// @return empty if it did not fit
    public Optional<OwnWords> all() {
        encode();
        return isTooMuch ? Optional.empty() : Optional.of(new OwnWords(blocks));
    }
}
