package io.shardstream.common.pace;

import java.util.Locale;

/// Something that keeps a process from doing more.
///
/// @param kind what it is
/// @param node the data node that it concerns; empty for all
public record Limiter(Kind kind, String node) {
    /// What can keep a process from doing more.
    public enum Kind {
        PAUSE("the pause"),
        SCHEDULE("the schedule"),
        /// A rate or a number of requests that somebody has set.
        THROTTLE("the throttle"),
        /// What the guard of production lets this side do.
        GUARD("the guard of production"),
        /// Readers wait for writers.
        BACKLOG("the backlog of the writers"),
        /// As much is asked for or on its way to Kafka as the run file allows.
        WINDOWS("reader.windows-in-flight"),
        /// As much is in a reader's memory as the run file allows.
        BYTES("reader.max-bytes"),
        /// A node has as many bulks as it works on without letting them wait.
        UNDER_WAY("as many bulks as it works on at once"),
        /// Some of what it did not take waits for its time to be sent again.
        REPEATED("records that have to be sent again"),
        OVERLOAD("a full queue"),
        MEMORY("want of memory"),
        BLOCK("a block"),
        UNANSWERED("requests without an answer");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /// Whether it is always a data node that it concerns.
        private boolean isOfNode() {
            return switch (this) {
                case PAUSE, SCHEDULE, THROTTLE, GUARD, BACKLOG, WINDOWS, BYTES -> false;
                case UNDER_WAY, REPEATED, OVERLOAD, MEMORY, BLOCK, UNANSWERED -> true;
            };
        }

        /// As people read it, without the node.
        public String label() {
            return label;
        }

        /// As metrics call it, such as `under-way`.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public static Limiter of(Kind kind) {
        return new Limiter(kind, "");
    }

    /// As people read it, such as `node n2: a full queue`; `any node: a full queue` where it is not known
    /// which node it is, such as of a writer that does not know where primaries are.
    @Override
    public String toString() {
        if (!node.isEmpty()) {
            return "node " + node + ": " + kind.label;
        }
        return kind.isOfNode() ? "any node: " + kind.label : kind.label;
    }
}
