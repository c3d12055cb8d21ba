package io.shardstream.bench.report;

/// What a figure says about its target.
public enum TargetVerdict {
    REACHED("pass"),
    MISSED("MISS"),
    /// Something that the target takes for granted was not so.
    VOID("void");

    private final String word;

    TargetVerdict(String word) {
        this.word = word;
    }

    /// As it stands in tables.
    public String word() {
        return word;
    }
}
