package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;

/// What clients find when the run has given up its write block of the source.
public enum Freed {
    /// The run has not blocked it.
    UNTOUCHED,
    /// It takes writes.
    OPEN,
    /// It has a write block that is not the run's own, as far as can be told.
    FOREIGN,
    /// It was deleted.
    GONE,
    /// Another index has its name.
    ANOTHER;

    /// What they find of an index that is there.
    static Freed seen(Sides sides) throws ElasticException {
        boolean isBlocked = sides.sourceBlock().now().isThere();
        boolean isAnother = sides.foundSource()
                .filter(found -> !found.uuid().equals(sides.sourceUuid()))
                .isPresent();
        return isAnother ? ANOTHER : isBlocked ? FOREIGN : OPEN;
    }
}
