package io.shardstream.ittests.states;

import java.util.Arrays;
import java.util.List;

/// What somebody types behind `shardstream`, in the order of the page: what only looks comes first.
enum TypedCommand {
    STATUS("status"),
    DOCTOR("doctor"),
    PLAN("plan"),
    VERIFY("verify"),
    SWEEP("sweep"),
    REJECTS_LIST("rejects list"),
    REJECTS_REPLAY("rejects replay --all"),
    THROTTLE("throttle"),
    RUN("run"),
    PAUSE("pause"),
    RESUME("resume"),
    CUTOVER_DRY_RUN("cutover --dry-run"),
    CUTOVER("cutover"),
    ROLLBACK("rollback"),
    RELEASE("release"),
    ABORT("abort"),
    ABORT_RUN("abort --run");

    private final String text;

    TypedCommand(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    List<String> words() {
        return List.of(text.split(" "));
    }

    static TypedCommand of(String text) {
        return Arrays.stream(values())
                .filter(one -> one.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no command of the page: " + text));
    }

    /// Whether its last line is what it comes to, behind the steps.
    boolean isRequest() {
        return switch (this) {
            case CUTOVER_DRY_RUN, CUTOVER, ROLLBACK, RELEASE, ABORT, ABORT_RUN -> true;
            case STATUS, DOCTOR, PLAN, VERIFY, SWEEP, REJECTS_LIST, REJECTS_REPLAY, THROTTLE, RUN, PAUSE, RESUME ->
                false;
        };
    }
}
