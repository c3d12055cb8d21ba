package io.shardstream.control.counting;

/// What a test can switch off of counting, to see that the histories notice.
enum CountingRule {
    // ---- the comparison that counts against a baseline

    /// The source's checkpoint is settled, and nothing is under way below it.
    SOURCE_SETTLED(Scope.COMPARISON, 500),
    /// A target shard's mark is its global checkpoint.
    MARKS_SETTLED(Scope.COMPARISON, 2000),
    /// Words that the target has and the source did not show yet are noted with the baseline.
    AHEAD(Scope.COMPARISON, 10_000),
    /// Everything up to the checkpoint is read and has its outcome before the target is read.
    DRAINED(Scope.COMPARISON),
    /// What is asked for is shown before it is asked for.
    REFRESHED(Scope.COMPARISON, 500),
    /// Copies of the target that were asked are its primaries by the word of the cluster.
    PRIMARIES(Scope.COMPARISON, 10_000),
    /// A copy that is being moved may have handed over: it proves nothing.
    MOVES(Scope.COMPARISON, 2000),
    /// A changed term of the source makes the baseline void.
    SOURCE_TERM(Scope.COMPARISON),
    /// A changed term of the target makes the baseline void.
    TARGET_TERM(Scope.COMPARISON, 10_000),
    /// So does another process of the node that holds the same copy of the target in the same term.
    TARGET_PROCESS(Scope.COMPARISON, 10_000),
    /// Another lineage makes the baseline void, where nodes do not say in which process they run.
    LINEAGE(Scope.COMPARISON, 2000),
    /// Sides that differ give no baseline.
    DIFFERENCES(Scope.COMPARISON, 500),
    /// A target that has refused documents gives no baseline.
    REJECTS(Scope.COMPARISON),
    /// A target with documents that the run did not write gives no baseline, and is not counted.
    FOREIGN(Scope.COMPARISON, 10_000),
    /// No two documents of the target have one word.
    TWICE(Scope.COMPARISON, 5000),
    /// Words above the checkpoints must be the source's.
    NEWER(Scope.COMPARISON, 2000),
    /// What was written behind the marks under words up to the checkpoints was written again, and is looked up.
    WRITTEN_AGAIN(Scope.COMPARISON, 1000),
    /// A word that was written again must be that of the source's document, by id.
    WRITTEN_AGAIN_BY_ID(Scope.COMPARISON, 2000),
    /// Contents of what is new or was written again are compared.
    CONTENTS(Scope.COMPARISON, 500),
    /// Words whose numbers vanished in the source are looked for in the target.
    VANISHED(Scope.COMPARISON, 10_000),
    /// Words that were too much at the baseline are looked for in the target.
    GONE(Scope.COMPARISON, 10_000),
    /// Where the target does not find versions, the words that the full comparison read are known by own number.
    OWN_NUMBERS(Scope.COMPARISON, 2000),
    /// And those that were read behind the marks under the block or in a round.
    OWN_NUMBERS_BEHIND_MARKS(Scope.COMPARISON, 2000),
    /// Those of a round are known in the next one, too.
    OWN_NUMBERS_OF_ROUNDS(Scope.COMPARISON, 5000),
    /// Both sides have equally many documents.
    TOTALS(Scope.COMPARISON, 2000),
    /// Numbers of both sides are the same before and after.
    STANDSTILL(Scope.COMPARISON, 1000),

    // ---- both

    /// An answer that is not that of the whole shard counts for nothing.
    WHOLE_COUNTS(Scope.ALL, 2000),
    /// What is absent counts only if all of the source is seen.
    SIGHT(Scope.ALL, 500),

    // ---- the sweep that counts

    /// The target is counted before the source.
    TARGET_COUNTED_FIRST(Scope.SWEEP, 1000),
    /// What the source says counts when no fail-over can change it any more.
    SWEEP_SETTLED(Scope.SWEEP, 2000),
    /// What is counted is shown before it is counted.
    SWEEP_REFRESHED(Scope.SWEEP, 500),
    /// Everything up to the checkpoint is read and has its outcome before the target is counted.
    SWEEP_DRAINED(Scope.SWEEP, 10_000),
    /// Blocks with refused states are looked at, whatever is counted.
    REJECT_BLOCKS(Scope.SWEEP, 500),
    /// Where the target does not find versions, what it has written since the last sweep is read.
    SWEEP_BEHIND_MARKS(Scope.SWEEP, 2000),
    /// The source is asked for each candidate by id.
    ASKED_BY_ID(Scope.SWEEP, 500),
    /// A shard is skipped later only if the copies of the target that were asked are its primaries by the word of the
    /// cluster.
    SWEEP_PRIMARIES(Scope.SWEEP, 1000),
    /// And only if none of them is being moved.
    SWEEP_MOVES(Scope.SWEEP);

    /// What keeps a rule.
    enum Scope {
        COMPARISON,
        SWEEP,
        ALL
    }

    private final Scope scope;
    private final int seeds;

    /// Without it nothing goes wrong, as long as the others are kept.
    CountingRule(Scope scope) {
        this(scope, 0);
    }

    CountingRule(Scope scope, int seeds) {
        this.scope = scope;
        this.seeds = seeds;
    }

    Scope scope() {
        return scope;
    }

    /// Whether it has something to say only where nodes are cut off or hand over.
    boolean isOfFailovers() {
        return switch (this) {
            case PRIMARIES, MOVES, SWEEP_PRIMARIES, SWEEP_MOVES -> true;
            default -> false;
        };
    }

    /// Whether it has something to say only where the target does not find versions.
    boolean isOfOwnNumbers() {
        return switch (this) {
            case OWN_NUMBERS, OWN_NUMBERS_BEHIND_MARKS, OWN_NUMBERS_OF_ROUNDS, SWEEP_BEHIND_MARKS -> true;
            default -> false;
        };
    }

    /// Whether it is about what is wrong before a baseline is made.
    boolean isOfBaselines() {
        return switch (this) {
            case DIFFERENCES, REJECTS, FOREIGN, TWICE -> true;
            default -> false;
        };
    }

    /// Within how many seeds, from 0 on, something has to be found without it; 0 where others cover what it covers.
    int seeds() {
        return seeds;
    }
}
