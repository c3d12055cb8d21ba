package io.shardstream.control.compare.version;

import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Words of the target above what is known of the source: written since, or by nobody that we know.
public final class AheadWords {
    /// About 8 MB of them, if they are far apart.
    private static final long MOST = 1_000_000;

    private final Roaring64Bitmap words = new Roaring64Bitmap();
    private String problem = "";

    public void add(long version) {
        if (words.contains(version)) {
            problem = "the target has a word twice";
        } else if (words.getLongCardinality() == MOST) {
            problem = "the target has more than " + MOST + " documents that the source did not know yet";
        } else {
            words.addLong(version);
        }
    }

    /// Of other documents.
    public void addAll(AheadWords others) {
        if (problem.isEmpty()) {
            problem = others.problem;
        }
        addAll(others.words);
    }

    /// Of other documents.
    public void addAll(Roaring64Bitmap others) {
        if (Roaring64Bitmap.intersects(words, others)) {
            problem = "the target has a word twice";
        }
        words.or(others);
        if (words.getLongCardinality() > MOST) {
            problem = "the target has more than " + MOST + " documents that the source did not know yet";
        }
    }

    public Roaring64Bitmap words() {
        return words;
    }

    /// Why they are not all of them, or not one of each document; empty if they are.
    public String problem() {
        return problem;
    }
}
