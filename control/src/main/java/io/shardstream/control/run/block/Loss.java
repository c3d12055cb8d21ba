package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Request;

/// What the operator accepts to lose of clients' writes by a rollback.
public sealed interface Loss {
    /// The option of a rollback that names it: a number, or [#ALL].
    String OPTION = "lose-writes";

    String ALL = "all";

    /// @param most operations
    record AtMost(long most) implements Loss {}

    /// Whatever it is, also where that cannot be counted.
    record Whatever() implements Loss {}

    static Loss acceptedBy(Request request) {
        String text = request.options().getOrDefault(OPTION, "0");
        return text.equals(ALL) ? new Whatever() : new AtMost(Long.parseLong(text));
    }

    default boolean covers(Written written) {
        return switch (this) {
            case Whatever _ -> true;
            case AtMost(long most) ->
                switch (written) {
                    case Written.Counted(long operations) -> operations <= most;
                    case Written.Uncounted _ -> false;
                };
        };
    }
}
