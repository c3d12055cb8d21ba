package io.shardstream.control.run.block;

/// Makes failures for tests of those who call hooks.
public final class FailedHook {
    private FailedHook() {}

    public static HookFailedException because(String message) {
        return new HookFailedException(message);
    }
}
