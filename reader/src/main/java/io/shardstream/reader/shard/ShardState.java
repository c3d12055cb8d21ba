package io.shardstream.reader.shard;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.reader.source.PrimaryCopy;
import java.time.Instant;

/// Where the reading of a shard stands. Each state offers only the moves that are legal from it.
///
/// ```
/// TakingOver ─▶ Locating ─▶ Revealing ─▶ Reading ─▶ Resting
///     ▲            ▲  ▲         │  ▲        │          │
///     └── Waiting ─┘  └─────────┘  └────────┼──────────┘
///            ▲  (from every state that can fail)
/// Locating ─▶ Blocked
/// ```
sealed interface ShardState {
    /// The shard has been taken over, and its checkpoints can be written.
    sealed interface Held extends ShardState {
        /// They cannot be written any more.
        default Waiting lost(Instant until) {
            return new Waiting(until, new TakingOver());
        }
    }

    /// Earlier readers are being fenced and the checkpoint is being read.
    record TakingOver() implements ShardState {
        Locating takenOver() {
            return new Locating();
        }

        /// What Kafka did not say is being written first.
        Waiting keeping(Instant now) {
            return new Waiting(now, new Locating());
        }

        Waiting failed(Instant until) {
            return new Waiting(until, this);
        }
    }

    /// Nothing is done until then.
    ///
    /// @param next what is tried again
    record Waiting(Instant until, ShardState next) implements Held {
        boolean isOver(Instant now) {
            return !now.isBefore(until);
        }

        /// A copy that was to be looked at again is looked for first.
        Waiting locateFirst() {
            return next instanceof Revealing ? new Waiting(until, new Locating()) : this;
        }
    }

    /// The primary is being looked for.
    record Locating() implements Held {
        Revealing found(PrimaryCopy copy, Instant now) {
            return new Revealing(copy, now);
        }

        /// The shard has another history.
        Blocked blocked(BlockedException why) {
            return new Blocked(why);
        }

        Waiting failed(Instant until) {
            return new Waiting(until, this);
        }
    }

    /// What is committed is being made visible to searches.
    ///
    /// @param copy the primary
    /// @param located when it was looked for last
    record Revealing(PrimaryCopy copy, Instant located) implements Held {
        Reading visible(ReadRound round) {
            return new Reading(copy, located, round);
        }

        /// The copy has not refreshed yet.
        Waiting unseen(Instant until) {
            return new Waiting(until, this);
        }

        Locating locateAgain() {
            return new Locating();
        }

        /// There is nothing new to be read.
        Resting rest(Instant until) {
            return new Resting(copy, located, until);
        }

        Waiting failed(Instant until) {
            return new Waiting(until, new Locating());
        }
    }

    /// Windows are being read.
    record Reading(PrimaryCopy copy, Instant located, ReadRound round) implements Held {
        Resting finished(Instant until) {
            return new Resting(copy, located, until);
        }

        /// The round was given up for that.
        Locating locateAgain() {
            return new Locating();
        }

        Waiting failed(Instant until) {
            return new Waiting(until, new Locating());
        }
    }

    /// Everything that was visible is read.
    record Resting(PrimaryCopy copy, Instant located, Instant until) implements Held {
        boolean isOver(Instant now) {
            return !now.isBefore(until);
        }

        Revealing lookAgain() {
            return new Revealing(copy, located);
        }

        /// Somebody else may have become the primary without this copy knowing.
        Locating locateAgain() {
            return new Locating();
        }
    }

    /// Going on would be wrong until a person has looked.
    ///
    /// @param why what is the matter and what to do
    record Blocked(BlockedException why) implements Held {
        /// The person has.
        Locating locateAgain() {
            return new Locating();
        }
    }

    /// The shard is somebody else's.
    record Left() implements ShardState {}
}
