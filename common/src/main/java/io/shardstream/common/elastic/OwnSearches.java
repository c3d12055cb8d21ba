package io.shardstream.common.elastic;

/// The searches that a run makes itself, told from those of production: servers count searches of a group apart, for
/// whoever asks for that group (`stats` of `_search`, `groups` of `_nodes/stats`).
public final class OwnSearches {
    public static final String GROUP = "shardstream";

    private OwnSearches() {}

    /// The search as one of the run's own.
    public static Call of(Call search) {
        return search.with("stats", GROUP);
    }
}
