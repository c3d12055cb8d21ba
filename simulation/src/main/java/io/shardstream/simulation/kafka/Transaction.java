package io.shardstream.simulation.kafka;

/// A transaction of one producer, open until it is committed or aborted.
final class Transaction {
    private boolean open = true;
    private boolean committed;

    boolean isOpen() {
        return open;
    }

    boolean isCommitted() {
        return committed;
    }

    void end(boolean commits) {
        open = false;
        committed = commits;
    }
}
