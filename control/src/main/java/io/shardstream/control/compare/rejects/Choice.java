package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.Reject;
import java.util.Set;

/// Which rejects are meant.
///
/// @param by what tells them apart
/// @param names the types or ids that are meant; none for [By#ALL]
public record Choice(By by, Set<String> names) {
    /// All of them.
    public static final Choice ALL = new Choice(By.ALL, Set.of());

    /// What tells rejects apart.
    public enum By {
        /// Nothing.
        ALL,
        /// The error type.
        TYPE,
        /// The document's `_id`, under whatever routing.
        ID
    }

    public Choice {
        names = Set.copyOf(names);
        if (names.isEmpty() != (by == By.ALL)) {
            throw new IllegalArgumentException("a choice by " + by + " cannot name " + names);
        }
    }

    boolean includes(Reject reject) {
        return by == By.ALL || names.contains(nameOf(reject));
    }

    /// What the reject is chosen by; the same for each where all are.
    String nameOf(Reject reject) {
        return switch (by) {
            case ALL -> "";
            case TYPE -> reject.type();
            case ID -> reject.document().id().utf8();
        };
    }
}
