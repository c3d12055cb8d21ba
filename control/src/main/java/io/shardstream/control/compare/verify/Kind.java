package io.shardstream.control.compare.verify;

import java.util.Locale;

/// In which way a document of source or target is not the same in the other.
public enum Kind {
    /// The source has it, the target does not.
    MISSING(true),
    /// The target holds an older state of it.
    STALE(true),
    /// The target holds an older state of it, because it refused the newer one for good. Where versions are
    /// no words both may have one version.
    STALE_BY_REJECT(false),
    /// The target does not have it, because it refused it for good.
    REJECTED(false),
    /// The target refused it, and holds other bytes in its place that an operator has published on purpose.
    REPLACED(false),
    /// The target has it, the source does not.
    EXTRA(true),
    /// The source has deleted it, and the target has it until the next sweep.
    UNSWEPT(false),
    /// The target has it with a version that the run did not write.
    FOREIGN(true),
    /// The id is, or was, there under several routings, and the target can hold one of them only, or
    /// remembers the delete of one.
    COLLISION(true),
    /// The target's state is newer than any that the source knows: somebody else wrote it, the source lost
    /// it, or, with the source's own versions, the source has counted from 1 again after a delete, which the
    /// target may remember.
    AHEAD(true),
    /// Both have the same state of it by number, and hold different bytes.
    CONTENT(true),
    /// Both have the same state of it by number, and it is larger than `docs.max-document`, or the server of
    /// one of them cannot return it: its bytes were not compared.
    NOT_COMPARED(true);

    private final boolean differs;

    Kind(boolean differs) {
        this.differs = differs;
    }

    /// Whether source and target are not the same because of it. Rejects and what was published in their
    /// place are known and listed for themselves, and what a sweep will do is done by the sweep.
    public boolean differs() {
        return differs;
    }

    /// Whether publishing something through the lanes can mend it.
    public boolean isRepairable() {
        return switch (this) {
            case MISSING, STALE, EXTRA, UNSWEPT, CONTENT -> true;
            case STALE_BY_REJECT, REJECTED, REPLACED, FOREIGN, COLLISION, AHEAD, NOT_COMPARED -> false;
        };
    }

    /// The name that people see, such as `stale by reject`.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
