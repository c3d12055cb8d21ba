package io.shardstream.control.rejects;

import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.scan.DocumentKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The newest rejected state of each document, as far as it is chosen. Older ones are never published again: the
/// target would have them for a moment, or for good where documents are only ever created.
final class NewestRejects {
    private final Choice choice;
    private final Map<DocumentKey, State> newest = new HashMap<>();
    private final Set<String> found = new HashSet<>();

    /// @param docsOffset where its record lay in the lane when it was rejected last
    /// @param isChosen whether one of its rejects is chosen
    private record State(long version, long docsOffset, boolean isChosen) {
        State and(State other) {
            if (version != other.version) {
                return version > other.version ? this : other;
            }
            return new State(version, Math.max(docsOffset, other.docsOffset), isChosen || other.isChosen);
        }
    }

    NewestRejects(Choice choice) {
        this.choice = choice;
    }

    void add(Reject reject) {
        boolean isChosen = choice.includes(reject);
        if (isChosen) {
            found.add(choice.nameOf(reject));
        }
        newest.merge(keyOf(reject), new State(reject.document().version(), reject.docsOffset(), isChosen), State::and);
    }

    /// Forgets what is not chosen.
    ///
    /// @throws RunRefusedException if something was named that is not there
    void choose() {
        Set<String> missing = new TreeSet<>(choice.names());
        missing.removeAll(found);
        if (!missing.isEmpty()) {
            String names = String.join(", ", missing);
            throw new RunRefusedException(
                    switch (choice.by()) {
                        case ALL -> throw new IllegalStateException("nothing is named where all are chosen");
                        case TYPE ->
                            "No document was rejected with the type " + names + ": 'rejects list' shows the types."
                                    + " Nothing was published.";
                        case ID ->
                            "No document with the id " + names + " was rejected: 'rejects list' shows what was."
                                    + " Nothing was published.";
                    });
        }
        newest.values().removeIf(state -> !state.isChosen());
    }

    int size() {
        return newest.size();
    }

    /// Whether it is the newest state of a chosen document.
    boolean contains(Reject reject) {
        State state = newest.get(keyOf(reject));
        return state != null && state.version() == reject.document().version();
    }

    /// Whether it is one, and was rejected after the rejects were added.
    boolean isAgain(Reject reject) {
        State state = newest.get(keyOf(reject));
        return state != null
                && state.version() == reject.document().version()
                && reject.docsOffset() > state.docsOffset();
    }

    static DocumentKey keyOf(Reject reject) {
        DocRecord document = reject.document();
        return new DocumentKey(document.id(), document.routing());
    }
}
