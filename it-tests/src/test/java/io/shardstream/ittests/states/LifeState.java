package io.shardstream.ittests.states;

/// Where a run may stand when somebody types a command, in the order of the page.
enum LifeState {
    NOT_PREPARED("Not prepared", "There is a run file and a source. Nothing was started yet."),
    PREPARED("Prepared", "The plan is written. No process works for the run."),
    COPYING("Copying", "A controller, a reader and a writer copy what was there at the start."),
    THROTTLED("Throttled to nothing", "The same after `shardstream throttle --total 0b`."),
    FOLLOWING("Following", "Everything is copied. The run follows what clients write to the source."),
    PAUSED("Paused", "The same after `shardstream pause`."),
    NO_CONTROLLER("Controller killed", "Reader and writer work. The controller was killed, and nobody took over."),
    STOPPED_BY_REJECTS("Stopped by rejects", "More documents were rejected than `rejects.max` allows."),
    TARGET_DELETED("Target deleted", "Somebody has deleted the target index while the run follows."),
    SOURCE_DELETED("Source deleted", "Somebody has deleted the source index while the run follows."),
    BROKER_AWAY("Kafka away", "The only broker was killed while the run follows."),
    COPIED("Copied", "A run with `follow: false` has ended: the copy is complete."),
    CUT_OVER("Cut over", "`shardstream cutover` has moved production to the target."),
    ROLLED_BACK("Rolled back", "`shardstream rollback` has moved production back to the source."),
    RELEASED("Released", "After the cut-over `shardstream release` has given up the rollback."),
    GIVEN_UP("Given up", "`shardstream abort --run` has ended the run.");

    private final String title;
    private final String how;

    LifeState(String title, String how) {
        this.title = title;
        this.how = how;
    }

    String title() {
        return title;
    }

    /// How a run gets there, as a sentence or two.
    String how() {
        return how;
    }
}
