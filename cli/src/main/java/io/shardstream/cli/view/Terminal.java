package io.shardstream.cli.view;

import java.io.Console;
import java.util.Optional;

/// Whether somebody is looking.
public final class Terminal {
    private Terminal() {}

    public static boolean isThere() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
