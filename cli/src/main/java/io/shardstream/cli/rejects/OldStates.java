package io.shardstream.cli.rejects;

import java.util.Optional;

/// What is to be minded of rejects that are shown or written out: Kafka alone is asked, which does not say
/// what has become of a document otherwise.
final class OldStates {
    /// Part of the help of each command that shows them.
    static final String HELP = "Only Kafka is asked: the target may hold a newer state of such a document by now, or"
            + " the source may have deleted it. 'verify' counts those that still differ.";

    private static final String WHAT =
            "The target may hold a newer state of some of them by now, or the source may" + " have deleted them: ";

    private OldStates() {}

    /// A sentence for the end of a list.
    static String ofListed() {
        return WHAT + "'verify' counts those that still differ.";
    }

    /// The same for what may be indexed.
    ///
    /// @param documents that were written out
    /// @return empty if none were
    static Optional<String> ofExported(long documents) {
        return documents == 0
                ? Optional.empty()
                : Optional.of(WHAT + "look at both before you index any of them yourself ('rejects replay' overwrites"
                        + " no newer state).");
    }
}
