package io.shardstream.control.state;

/// A set of very many hashes, 22 bytes at most for each where there are more than a few: a hash table with open
/// addressing. A boxed number in a set of the JDK takes about 60.
final class StateHashes {
    private static final int SMALLEST = 64;
    /// It grows when it is three quarters full.
    private static final long FULL = 3;
    private static final long FULL_OF = 4;

    /// 0 is an empty slot.
    private long[] slots = new long[SMALLEST];
    private int filled;
    private boolean hasZero;

    void add(long hash) {
        if (hash == 0) {
            hasZero = true;
            return;
        }
        int slot = slotOf(hash);
        if (slots[slot] == hash) {
            return;
        }
        if (FULL_OF * ++filled > FULL * slots.length) {
            grow();
            slot = slotOf(hash);
        }
        slots[slot] = hash;
    }

    boolean contains(long hash) {
        return hash == 0 ? hasZero : slots[slotOf(hash)] == hash;
    }

    int size() {
        return filled + (hasZero ? 1 : 0);
    }

    /// How much memory it takes.
    long bytes() {
        return (long) slots.length * Long.BYTES;
    }

    /// Where the hash is, or would be.
    private int slotOf(long hash) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != 0 && slots[slot] != hash) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (long hash : old) {
            if (hash != 0) {
                slots[slotOf(hash)] = hash;
            }
        }
    }
}
