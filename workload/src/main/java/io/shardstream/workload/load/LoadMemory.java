package io.shardstream.workload.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// Which states every document may be in. At most one operation is under way for a document, so that their order is
/// known; a document with an operation of unknown outcome is never written again, because that operation may still
/// happen at any time. Memory: about 20 bytes for each document. Used by one thread at a time.
public final class LoadMemory {
    private static final int FIRST_SIZE = 1024;

    private long[] known = new long[FIRST_SIZE];
    private long[] possible = new long[FIRST_SIZE];
    private final BitSet busy = new BitSet();
    private final List<Integer> deleted = new ArrayList<>();
    private int documents;
    private int live;

    /// How many documents there are or were.
    public int documents() {
        return documents;
    }

    /// How many documents are there, those in doubt left out.
    public int live() {
        return live;
    }

    /// A document that nobody has written yet.
    int newDocument() {
        if (documents == known.length) {
            known = Arrays.copyOf(known, documents * 2);
            possible = Arrays.copyOf(possible, documents * 2);
        }
        return documents++;
    }

    /// What the log of an earlier load names.
    void growTo(int count) {
        while (documents < count) {
            newDocument();
        }
    }

    void begin(Operation operation) {
        int document = operation.document();
        if (busy.get(document) || allowed(document).isDoubtful()) {
            throw new IllegalStateException("document " + document + " may not be written now");
        }
        busy.set(document);
        possible[document] = operation.state();
        if (isThere(document)) {
            live--;
        }
    }

    void end(Operation operation, OperationOutcome outcome) {
        int document = operation.document();
        busy.clear(document);
        switch (outcome) {
            case OK -> known[document] = operation.state();
            case FAILED -> possible[document] = known[document];
            case UNKNOWN -> {
                // Either state stays possible, for ever.
            }
        }
        if (allowed(document).isDoubtful()) {
            return;
        }
        if (isThere(document)) {
            live++;
        } else {
            deleted.add(document);
        }
    }

    /// The states that a document may be in now; an operation under way counts as one of unknown outcome.
    public Allowed allowed(int document) {
        return new Allowed(known[document], possible[document]);
    }

    /// Whether a document is there for certain and no operation on it is under way.
    boolean isWritable(int document) {
        return isThere(document) && known[document] == possible[document] && !busy.get(document);
    }

    /// Draws a document that is not there for certain. It must be written, or is forgotten here.
    OptionalInt takeDeleted(RandomGenerator random) {
        if (deleted.isEmpty()) {
            return OptionalInt.empty();
        }
        int last = deleted.removeLast();
        int at = random.nextInt(deleted.size() + 1);
        return OptionalInt.of(at == deleted.size() ? last : deleted.set(at, last));
    }

    private boolean isThere(int document) {
        return known[document] > 0;
    }
}
