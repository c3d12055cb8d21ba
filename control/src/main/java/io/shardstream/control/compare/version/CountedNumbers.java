package io.shardstream.control.compare.version;

import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Sequence numbers, each as often as it was added: the documents of an index that was shrunk may share one.
///
/// Kept in layers of compressed bitmaps: a number that was added three times is in the first three. Takes
/// about two bytes a number where they lie apart, and a bit where they lie close.
public final class CountedNumbers {
    private final List<Roaring64Bitmap> layers = new ArrayList<>();
    private long size;

    public CountedNumbers() {
        layers.add(new Roaring64Bitmap());
    }

    public void add(long number) {
        size++;
        for (Roaring64Bitmap layer : layers) {
            if (!layer.contains(number)) {
                layer.addLong(number);
                return;
            }
        }
        layers.add(Roaring64Bitmap.bitmapOf(number));
    }

    /// How many numbers there are, equal ones counted.
    public long size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(long number) {
        return layers.getFirst().contains(number);
    }

    /// Takes each of these numbers away as often as it is in them.
    ///
    /// @return the numbers that were not there so often; each once, however often it was too much
    public Roaring64Bitmap takeAway(CountedNumbers others) {
        Roaring64Bitmap tooMany = new Roaring64Bitmap();
        for (Roaring64Bitmap layer : others.layers) {
            tooMany.or(takeEachOnce(layer));
        }
        return tooMany;
    }

    private Roaring64Bitmap takeEachOnce(Roaring64Bitmap numbers) {
        Roaring64Bitmap rest = copyOf(numbers);
        for (Roaring64Bitmap layer : layers.reversed()) {
            Roaring64Bitmap taken = copyOf(rest);
            taken.and(layer);
            layer.andNot(taken);
            rest.andNot(taken);
            size -= taken.getLongCardinality();
        }
        return rest;
    }

    /// The numbers, each once. They change with this.
    public Roaring64Bitmap distinct() {
        return layers.getFirst();
    }

    private static Roaring64Bitmap copyOf(Roaring64Bitmap numbers) {
        Roaring64Bitmap copy = new Roaring64Bitmap();
        copy.or(numbers);
        return copy;
    }
}
