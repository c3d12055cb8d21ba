package io.shardstream.common.contract.record;

/// Whether a cut-over deletes the source index and makes its name an alias of the target, for applications
/// that write to the index by its own name.
public enum ReplaceIndex {
    /// The source index stays, and only its aliases move.
    NO("false"),
    /// The source index is deleted, and a copy of it stays as the way back.
    WITH_COPY("true"),
    /// The source index is deleted, and there is no way back.
    WITHOUT_WAY_BACK("without-way-back");

    private final String text;

    ReplaceIndex(String text) {
        this.text = text;
    }

    /// The word in the run file.
    public String text() {
        return text;
    }

    /// Whether the source index is deleted.
    public boolean isWanted() {
        return this != NO;
    }
}
