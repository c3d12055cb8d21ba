package io.shardstream.reader.window;

/// Documents and their `_source` bytes.
public record DocumentTally(long docs, long bytes) {
    public static final DocumentTally NOTHING = new DocumentTally(0, 0);

    public DocumentTally plus(DocumentTally more) {
        return new DocumentTally(docs + more.docs, bytes + more.bytes);
    }
}
