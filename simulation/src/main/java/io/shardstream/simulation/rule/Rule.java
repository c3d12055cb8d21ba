package io.shardstream.simulation.rule;

/// What a test can switch off, to see that the simulation notices.
public enum Rule {
    /// Nothing above the global checkpoint is read.
    CAP(200),
    /// A window is done only when all that its search could see is committed.
    SETTLE(2000),
    /// Settling compares the primary term.
    TERM(1000),
    /// Settling compares the allocation id.
    ALLOCATION(10_000),
    /// Numbers, refresh and search are asked of one copy.
    ONE_COPY(200),
    /// That a refresh was carried out is read from the copy's count.
    REFRESH_AWAITED(1000),
    /// The count has to rise by two: one refresh may have been under way.
    TWO_REFRESHES(5000),
    /// What a point in time is to hold is visible before it is opened.
    SNAPSHOT_REFRESHED(1000, World.IN_SLICES),
    /// Nothing of a point in time is published before all that it shows is committed.
    SNAPSHOT_SETTLED(1000, World.IN_SLICES),
    /// A partial search result is no result.
    WHOLE_RESULTS(200),
    /// Readers and sweeps tell one history of a shard from another.
    HISTORY_COMPARED(1000, World.NEW_HISTORY),
    /// Another history is read only when the operator has said so.
    HISTORY_ACCEPTED(1000, World.NEW_HISTORY),
    /// The history that is read is in Kafka before anything of it is published.
    HISTORY_KEPT(2000, World.NEW_HISTORY),
    /// What is read in another history has words of a higher lineage.
    LINEAGE_RAISED(1000, World.NEW_HISTORY),
    /// Each record is acknowledged by Kafka before its window counts.
    ACKNOWLEDGED(2000),
    /// An earlier reader of the shard is fenced.
    FENCING(5000),
    /// An earlier reader is fenced before its last checkpoint is read.
    FENCED_BEFORE_READ(4000, World.ZOMBIES),
    /// The version is the word, not the place in the lane.
    WORD_AS_VERSION(4000, World.ZOMBIES),
    /// The target keeps the newer of two states by an external version.
    EXTERNAL_VERSION(1000),
    /// A bulk of which nothing is known is sent again.
    UNKNOWN_REPEATED(200),
    /// An offset is committed when all records below have their outcome.
    OUTCOME_FIRST(1000),
    /// A group that has lost its offsets begins at the log's start.
    LOST_GROUP(1000),
    /// A lane that has not what comes next does not go on at its start.
    NOT_RESET_TO_START(2000, World.LOST_RECORDS),
    /// A lane that has not what comes next does not go on at its end.
    NOT_RESET_TO_END(2000, World.LOST_RECORDS),
    /// Nothing is trimmed that is not committed.
    TRIMMED_BELOW_COMMITTED(200),
    /// What is trimmed is noted before, for a group that loses its offsets.
    TRIMMING_NOTED(200),
    /// What was read into another docs topic counts for nothing.
    OTHER_DOCS_TOPIC(1000, World.LOST_RECORDS),
    /// Which leader wrote the last record is remembered and committed.
    LEADER_EPOCHS(4000, World.LOST_RECORDS),
    /// A reject is in Kafka before its offset is committed.
    REJECT_STORED(2000),
    /// The sweep that counts is made when all lanes are drained.
    SWEEP_AFTER_DRAIN(2000),
    /// The sweep counts documents that share a number.
    SWEEP_COUNTED(2000),
    /// The sweep asks the source for each candidate by id.
    SWEEP_ASKS_AGAIN(2000),
    /// A delete carries the number up to which the absence is settled.
    DELETE_WORD(2000),
    /// Nobody writes to the source from the last windows on.
    SOURCE_BLOCKED(1000),
    /// The source's block is set and lifted through a name that only one attempt has.
    SOURCE_BLOCK_NAMED(4000),
    /// The target's block is set and lifted through such a name too.
    TARGET_BLOCK_NAMED(10_000),
    /// A block that not all shards have confirmed is a block, and is made whole before it is lifted.
    UNCONFIRMED_BLOCKS(4000),
    /// Nobody writes to the target while production moves back.
    ROLLBACK_BLOCKED(2000),
    /// The swap waits until no node has a bulk of ours.
    TASKS_AWAITED(4000),
    /// The swap waits until writes in the target's shards have ended, which a block there says.
    TARGET_BLOCKED(4000);

    /// The worlds in which a rule is looked for, where it has nothing to say in most.
    public enum World {
        ANY,
        /// The source is read through points in time.
        IN_SLICES,
        /// The source comes into another history.
        NEW_HISTORY,
        /// The docs topic loses records.
        LOST_RECORDS,
        /// Readers are frozen and cut off all the time.
        ZOMBIES
    }

    private final int seeds;
    private final World world;

    Rule(int seeds) {
        this(seeds, World.ANY);
    }

    Rule(int seeds, World world) {
        this.seeds = seeds;
        this.world = world;
    }

    /// Within how many seeds, from 1 on, the simulation has to find something without it.
    public int seeds() {
        return seeds;
    }

    /// In which worlds only.
    public World world() {
        return world;
    }
}
