package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;

/// Where a run stands. Each stage offers only the moves that are legal from it.
///
/// ```
/// Backfill ─▶ CatchingUp ─▶ CuttingOver ─▶ Completed ─▶ Aborted
///    │  │          ▲  │          │            ▲  (rolled back)
///    │  │          └──┼──────────┘            │
///    │  └─────────────┼───────────────────────┘
///    └────────────────┴─▶ Aborted (given up)
/// ```
public sealed interface RunStage {
    Phase phase();

    /// A sentence for people, empty where the phase speaks for itself.
    String why();

    /// The stage that a record tells.
    static RunStage of(RunPhase record) {
        return switch (record.phase()) {
            case BACKFILL -> new Backfill();
            case CATCHING_UP -> new CatchingUp(record.why());
            case CUTTING_OVER -> new CuttingOver();
            case COMPLETED -> new Completed(record.why());
            case ABORTED -> new Aborted(record.why());
            case FAILED -> new Failed(record.why());
        };
    }

    /// The record that tells this stage.
    default RunPhase record(long epoch) {
        return new RunPhase(phase(), epoch, why());
    }

    /// Readers and writers work, and may be told to stop for good.
    sealed interface Copying extends RunStage {
        default Aborted giveUp(String why) {
            return new Aborted(why);
        }
    }

    /// What was there at the start is being read and written.
    record Backfill() implements Copying {
        /// The target holds it, and follows from now on.
        public CatchingUp caughtUp() {
            return new CatchingUp("");
        }

        /// The target holds it, and that was all that was wanted.
        public Completed complete() {
            return new Completed("");
        }

        @Override
        public Phase phase() {
            return Phase.BACKFILL;
        }

        @Override
        public String why() {
            return "";
        }
    }

    /// The target follows the source.
    ///
    /// @param why the last cut-over was aborted, if it was
    record CatchingUp(String why) implements Copying {
        public CuttingOver cutOver() {
            return new CuttingOver();
        }

        @Override
        public Phase phase() {
            return Phase.CATCHING_UP;
        }
    }

    /// The source takes no writes, or is about to take none.
    record CuttingOver() implements RunStage {
        public CatchingUp abort(String why) {
            return new CatchingUp(why);
        }

        /// The target has taken the source's place.
        public Completed swapped(String why) {
            return new Completed(why);
        }

        @Override
        public Phase phase() {
            return Phase.CUTTING_OVER;
        }

        @Override
        public String why() {
            return "";
        }
    }

    /// There is nothing left to do.
    record Completed(String why) implements RunStage {
        public Aborted rolledBack(String why) {
            return new Aborted(why);
        }

        /// The way back has been given up.
        public Completed released(String why) {
            return new Completed(why);
        }

        @Override
        public Phase phase() {
            return Phase.COMPLETED;
        }
    }

    /// Given up, or rolled back.
    record Aborted(String why) implements RunStage {
        @Override
        public Phase phase() {
            return Phase.ABORTED;
        }
    }

    /// Cannot go on for good.
    record Failed(String why) implements RunStage {
        @Override
        public Phase phase() {
            return Phase.FAILED;
        }
    }
}
