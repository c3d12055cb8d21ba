package io.shardstream.simulation.kernel;

import java.io.Serial;

/// Unwinds the code of a process that is no more. An [Error], so that no code under test takes it for a
/// failure of its own.
final class Crashed extends Error {
    @Serial
    private static final long serialVersionUID = 1L;

    Crashed(String process) {
        super(process + " is no more", null, false, false);
    }
}
