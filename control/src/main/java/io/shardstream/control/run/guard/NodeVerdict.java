package io.shardstream.control.run.guard;

/// How production fares on a node.
///
/// @param kind in one word
/// @param reason what is not as it should be, or comes closest to that, for people
record NodeVerdict(Kind kind, String reason) {
    /// In one word, the worst last.
    enum Kind {
        /// As it should be.
        KEPT,
        /// It could not be measured.
        UNKNOWN,
        /// Not as it should be.
        MISSED,
        /// So bad that nothing may be added to it.
        MISSED_BADLY
    }

    boolean isMissed() {
        return switch (kind) {
            case KEPT, UNKNOWN -> false;
            case MISSED, MISSED_BADLY -> true;
        };
    }
}
