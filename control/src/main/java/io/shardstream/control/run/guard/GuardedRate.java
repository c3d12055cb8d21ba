package io.shardstream.control.run.guard;

import io.shardstream.control.run.guard.NodeVerdict.Kind;
import java.time.Duration;
import java.time.Instant;

/// How fast a run may work on one node of one side, made from one verdict after another. It begins low and
/// doubles until the objective is missed. Then it falls to a part of what was really moved, and rises again
/// in small steps; at a bad miss it falls to nothing for a while, and comes back from the least. While
/// nothing is known it stays for a while, and is nothing then. It rises only while at least one share of it
/// is used: who uses all of its own may be the only one with work.
///
/// That of the default guard begins without a limit, never falls below the rate with which others begin, and
/// is none again when nothing was missed for five minutes, or nothing is known.
///
/// Pure arithmetic: time is passed in.
final class GuardedRate {
    static final long START = 1 << 20;
    /// While the objective is missed, but not badly: production may miss it without the run's doing.
    static final long LEAST = 256 << 10;
    static final long MOST = 1L << 30;
    static final Duration STOP = Duration.ofSeconds(10);
    static final Duration PATIENCE = Duration.ofSeconds(30);

    static final Duration LIFTED = Duration.ofMinutes(5);

    private static final double FALL = 0.7;
    private static final double STEP = 0.05;
    private static final int DOUBLE = 2;

    private final int shares;
    private final boolean isAsked;
    private final double least;
    private double rate;
    /// Up to here it doubles, from here on it rises in steps.
    private double calm = MOST;

    private Instant stoppedUntil = Instant.MIN;
    private Instant known;
    private Instant missed;

    private GuardedRate(int shares, Instant now, boolean isAsked) {
        this.shares = shares;
        this.isAsked = isAsked;
        this.least = isAsked ? LEAST : START;
        this.rate = isAsked ? START : MOST;
        this.known = now;
        this.missed = now;
    }

    /// @param shares parts in which processes may use the rate, each for itself: lanes, or source shards
    GuardedRate(int shares, Instant now) {
        this(shares, now, true);
    }

    /// That of the default guard.
    static GuardedRate byDefault(int shares, Instant now) {
        return new GuardedRate(shares, now, false);
    }

    /// Whether it holds anybody back.
    boolean isLimit() {
        return rate < MOST;
    }

    /// Bytes a second, from 0.
    long bytes() {
        return Math.round(rate);
    }

    /// @param used bytes a second that were moved lately, at most: what is allowed and not used says nothing
    void after(Kind verdict, double used, Instant now) {
        if (verdict != Kind.UNKNOWN) {
            known = now;
        }
        if (verdict == Kind.MISSED || verdict == Kind.MISSED_BADLY) {
            missed = now;
        }
        boolean isStopped = now.isBefore(stoppedUntil);
        switch (verdict) {
            case KEPT -> {
                if (!isAsked && !now.isBefore(missed.plus(LIFTED))) {
                    rate = MOST;
                } else if (!isStopped) {
                    rise(used);
                }
            }
            case MISSED -> {
                if (!isStopped) {
                    rate = Math.max(least, FALL * moved(used));
                    calm = rate;
                }
            }
            case MISSED_BADLY -> {
                if (isAsked) {
                    if (rate > 0) {
                        calm = Math.max(least, moved(used) / DOUBLE);
                    }
                    rate = 0;
                    stoppedUntil = now.plus(STOP);
                } else if (!isStopped) {
                    rate = Math.max(least, moved(used) / DOUBLE);
                    calm = rate;
                    stoppedUntil = now.plus(STOP);
                }
            }
            case UNKNOWN -> {
                if (!now.isBefore(known.plus(PATIENCE))) {
                    rate = isAsked ? 0 : MOST;
                }
            }
        }
    }

    private void rise(double used) {
        if (rate == 0) {
            rate = least;
        } else if (used >= rate / DOUBLE / shares) {
            rate = Math.min(MOST, rate < calm ? Math.min(calm, DOUBLE * rate) : rate + Math.max(rate, least) * STEP);
        }
    }

    private double moved(double used) {
        return Math.min(rate, Math.max(used, least));
    }
}
