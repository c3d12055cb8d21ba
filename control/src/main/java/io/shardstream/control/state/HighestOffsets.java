package io.shardstream.control.state;

import java.util.Arrays;

/// The highest offset of each of very many states, 43 bytes at most for each: a hash table with open addressing, whose
/// keys are hashes already.
final class HighestOffsets {
    /// Of a state that is not there.
    static final long NONE = Long.MIN_VALUE;

    private static final int SMALLEST = 64;
    /// It grows when it is three quarters full.
    private static final long FULL = 3;
    private static final long FULL_OF = 4;

    private long[] states = new long[SMALLEST];
    private long[] offsets = empty(SMALLEST);
    private int size;

    private static long[] empty(int length) {
        long[] offsets = new long[length];
        Arrays.fill(offsets, NONE);
        return offsets;
    }

    /// @param offset not [#NONE]
    void add(long state, long offset) {
        int slot = slotOf(state);
        if (offsets[slot] == NONE && FULL_OF * ++size > FULL * states.length) {
            grow();
            slot = slotOf(state);
        }
        states[slot] = state;
        offsets[slot] = Math.max(offsets[slot], offset);
    }

    long of(long state) {
        return offsets[slotOf(state)];
    }

    /// Tells each state with its offset.
    void forEach(Each sink) {
        for (int slot = 0; slot < states.length; slot++) {
            if (offsets[slot] != NONE) {
                sink.accept(states[slot], offsets[slot]);
            }
        }
    }

    /// Told a state and its offset.
    @FunctionalInterface
    interface Each {
        void accept(long state, long offset);
    }

    int size() {
        return size;
    }

    /// Where the state is, or would be.
    private int slotOf(long state) {
        int mask = states.length - 1;
        int slot = (int) state & mask;
        while (offsets[slot] != NONE && states[slot] != state) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldStates = states;
        long[] oldOffsets = offsets;
        states = new long[2 * oldStates.length];
        offsets = empty(2 * oldStates.length);
        for (int i = 0; i < oldStates.length; i++) {
            if (oldOffsets[i] != NONE) {
                int slot = slotOf(oldStates[i]);
                states[slot] = oldStates[i];
                offsets[slot] = oldOffsets[i];
            }
        }
    }
}
