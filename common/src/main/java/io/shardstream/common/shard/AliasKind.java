package io.shardstream.common.shard;

/// What an alias is for that a run gives its source or target, by the word behind the run's name. The words
/// have a capital letter, which the name of a run has not.
public enum AliasKind {
    /// Through which a run writes, and the mark of who owns the target.
    WRITE("Write"),
    /// Says that a run is about to take an index that was there before it. Nothing is written through it.
    CLAIM("Claim"),
    /// Stands in the place of the write alias while a cut-over is under way.
    SWAP("Swap"),
    /// Stands in the place of the write alias when a copy has ended by itself: the mark of who owns the
    /// index. Nothing is written through it.
    DONE("Done"),
    /// Production is on this index.
    LIVE("Live"),
    /// Production was on this index, and was rolled back.
    RETURNED("Returned"),
    /// Through which the write block of an index is set or lifted.
    BLOCK("Block"),
    /// Says of a small index of the run's own that a name of a block depends on it, or that such a name is
    /// past.
    ANCHOR("Anchor"),
    /// Of an alias that no index ever gets: by it a cluster is asked what it would take.
    TRIAL("Trial");

    /// What the names of all aliases of runs begin with.
    public static final String PREFIX = "Shardstream-";

    private final String word;

    AliasKind(String word) {
        this.word = word;
    }

    /// The word in the name.
    public String word() {
        return word;
    }

    /// The name of an alias of this kind, or what it begins with if something follows that makes it unique.
    public String of(String run) {
        return PREFIX + run + suffix();
    }

    /// What follows the name of the run.
    public String suffix() {
        return switch (this) {
            case LIVE, RETURNED -> "-" + word;
            case WRITE, CLAIM, SWAP, DONE, BLOCK, ANCHOR, TRIAL -> "-" + word + "-";
        };
    }

    /// Whether a run that has given an index such an alias owns it.
    boolean isOfOwner() {
        return switch (this) {
            case WRITE, SWAP, DONE, LIVE, RETURNED -> true;
            case CLAIM, BLOCK, ANCHOR, TRIAL -> false;
        };
    }

    /// Whether a run that has given an index such an alias goes on, and production is not on that index.
    boolean isOfRunUnderWay() {
        return switch (this) {
            case WRITE, SWAP -> true;
            case CLAIM, DONE, LIVE, RETURNED, BLOCK, ANCHOR, TRIAL -> false;
        };
    }
}
