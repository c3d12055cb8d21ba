package io.shardstream.simulation.world;

/// What has to be true and was not.
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String what) {
        super(what);
    }
}
