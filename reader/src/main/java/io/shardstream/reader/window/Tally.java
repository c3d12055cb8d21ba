package io.shardstream.reader.window;

/// Documents and their `_source` bytes.
public record Tally(long docs, long bytes) {
    public static final Tally NOTHING = new Tally(0, 0);

    public Tally plus(Tally more) {
        return new Tally(docs + more.docs, bytes + more.bytes);
    }
}
