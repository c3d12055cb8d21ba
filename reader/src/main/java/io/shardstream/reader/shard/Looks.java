package io.shardstream.reader.shard;

import io.shardstream.common.shard.RefreshWait;
import io.shardstream.reader.source.PrimaryCopy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The looks at one shard's numbers, one after another: which is under way, and what is wanted of the next.
final class Looks {
    /// Most indices refresh within a second or wait for a search: what takes longer than this is told.
    private static final Duration LONG_UNSEEN = Duration.ofSeconds(10);

    /// The looks of all shards of a process begin at the same moments, that far apart, and share what they ask.
    private static final long BETWEEN_WATCHES_SECONDS = 5;

    /// A round that has just begun asks for the same.
    private static final long LEAST_BETWEEN_WATCHES_SECONDS = 3;

    /// What is being waited for at a copy that refreshes by itself.
    private @Nullable RefreshWait reveal;
    /// When the last one began.
    private Instant begun = Instant.MIN;
    /// When the last one began that found the shard to have gone on.
    private Instant passed = Instant.MIN;
    /// Since when one is wanted after which nothing is read.
    private Instant wantedSince = Instant.MIN;
    /// Whether the next is that one.
    private boolean isOnlyLook;
    /// Whether the next does not wait for its moment.
    private boolean isHurried;
    /// When numbers were last asked for besides.
    private Instant watched = Instant.MIN;
    private boolean isWatching;

    void hurry() {
        isHurried = true;
    }

    boolean isHurried() {
        return isHurried;
    }

    /// The one that is under way at this copy, or a new one.
    ///
    /// @param done what need not be shown any more
    RefreshWait at(PrimaryCopy copy, long done, Instant now) {
        RefreshWait known = reveal;
        if (known != null && known.isOf(copy.identity())) {
            return known;
        }
        // Who only looks need not see what is there.
        RefreshWait begins = new RefreshWait(isOnlyLook ? Long.MAX_VALUE : done, copy);
        reveal = begins;
        isHurried = false;
        begun = now;
        return begins;
    }

    Instant begun() {
        return begun;
    }

    boolean isLong(Instant now) {
        return begun.plus(LONG_UNSEEN).isBefore(now);
    }

    /// None is under way any more.
    void end() {
        reveal = null;
    }

    /// The one that was under way has found the shard to have gone on.
    ///
    /// @return whether nothing is to be read after it
    boolean pass() {
        passed = begun;
        boolean wasOnlyLook = isOnlyLook;
        isOnlyLook = false;
        return wasOnlyLook;
    }

    /// Wants one after which nothing is read.
    ///
    /// @return false if it was wanted already
    boolean want(Instant since) {
        if (since.equals(wantedSince)) {
            return false;
        }
        wantedSince = since;
        isOnlyLook = true;
        return true;
    }

    /// Whether numbers are to be asked for besides, since no look has begun for some seconds. That counts as
    /// begun.
    boolean isWatchDue(Instant now) {
        Instant last = watched.isAfter(begun) ? watched : begun;
        if (isWatching || turn(last) == turn(now) || now.isBefore(last.plusSeconds(LEAST_BETWEEN_WATCHES_SECONDS))) {
            return false;
        }
        watched = now;
        isWatching = true;
        return true;
    }

    private static long turn(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), BETWEEN_WATCHES_SECONDS);
    }

    /// It was answered, or does not count any more.
    void endWatch() {
        isWatching = false;
    }

    boolean havePassedSince(Instant since) {
        return !passed.isBefore(since);
    }
}
