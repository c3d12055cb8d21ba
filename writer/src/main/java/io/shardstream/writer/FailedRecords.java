package io.shardstream.writer;

import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// The records at which the target fails with an error of its own (status 500), and since when. A document
/// may be the reason, such as one that an analyzer of the target cannot take apart: then that never ends, and
/// the record is to be rejected. Or its shard fails at every document: then it passes, and is no document's
/// fault.
///
/// A record is to blame where others of the same lane are taken meanwhile. If there are none to see that by,
/// it is to blame after a longer time, and then only the first one of the lane: so a shard that fails for an
/// hour makes few rejects, each of which can be replayed, and no lane stands for ever. That time is halved
/// with each of them for which other lanes of this writer at least are taken, down to half a minute.
///
/// Also those that it has refused for what may pass, which are sent once more.
final class FailedRecords {
    private static final long WHERE_OTHERS_PASS = Duration.ofSeconds(30).toNanos();
    private static final long BY_ITSELF = Duration.ofMinutes(5).toNanos();
    private static final int LEAST_ANSWERS = 4;
    private static final int MOST_HALVINGS = 10;
    private static final long NONE = -1;

    private final LongSupplier nanoTime;
    private final Map<Lane, Failures> lanes = new HashMap<>();
    private long taken;

    /// Of one lane.
    private static final class Failures {
        private final TreeMap<Long, Failure> byOffset = new TreeMap<>();
        private final Set<Long> refused = new HashSet<>();
        private long passed;
        private int blamedByThemselves;
        private long lastBlamed = NONE;

        void forget(Entry entry) {
            byOffset.remove(entry.offset());
            refused.remove(entry.offset());
        }

        void blameByItself(long offset) {
            blamedByThemselves += offset == lastBlamed ? 0 : 1;
            lastBlamed = offset;
        }

        long timeByItself(boolean areOthersTaken) {
            int halvings = areOthersTaken ? Math.min(blamedByThemselves, MOST_HALVINGS) : 0;
            return Math.max(WHERE_OTHERS_PASS, BY_ITSELF >> halvings);
        }

        void pass() {
            passed++;
            blamedByThemselves = 0;
        }
    }

    private static final class Failure {
        private final String type;
        private final long passedBefore;
        private long since;
        private long takenBefore;
        private int answers;
        private boolean wasAlone;

        Failure(String type, long passedBefore, long since, long takenBefore) {
            this.type = type;
            this.passedBefore = passedBefore;
            this.since = since;
            this.takenBefore = takenBefore;
        }

        void beginAnew(long now, long taken) {
            since = now;
            takenBefore = taken;
        }
    }

    FailedRecords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// The target has failed at a record once more.
    ///
    /// @param type of the error: with another type its time begins anew
    /// @param besideOthers whether the same answer says that others of its lane were taken
    /// @return whether it is to blame, if it was alone, and else is to be sent alone
    boolean isToBlame(Entry entry, String type, boolean besideOthers) {
        long now = nanoTime.getAsLong();
        lanes.keySet().removeIf(Lane::isClosed);
        Failures lane = lanes.computeIfAbsent(entry.lane(), _ -> new Failures());
        Failure one = lane.byOffset.get(entry.offset());
        if (one == null || !one.type.equals(type)) {
            one = new Failure(type, besideOthers ? lane.passed - 1 : lane.passed, now, taken);
            lane.byOffset.put(entry.offset(), one);
        }
        one.answers++;
        long lasted = now - one.since;
        if (one.answers < LEAST_ANSWERS || lasted < WHERE_OTHERS_PASS) {
            return false;
        }
        if (lane.passed > one.passedBefore) {
            return true;
        }
        boolean areOthersTaken = taken > one.takenBefore;
        boolean isFirst = lasted >= lane.timeByItself(areOthersTaken) && lane.byOffset.firstKey() == entry.offset();
        if (isFirst) {
            if (areOthersTaken) {
                lane.blameByItself(entry.offset());
            }
            lane.byOffset.tailMap(entry.offset(), false).values().forEach(later -> later.beginAnew(now, taken));
        }
        return isFirst;
    }

    /// The target has failed at a record that was alone. What it answered to several says nothing of one of
    /// them.
    ///
    /// @return whether it did so before
    boolean isAgainAlone(Entry entry) {
        Failures lane = lanes.get(entry.lane());
        Failure one = lane == null ? null : lane.byOffset.get(entry.offset());
        if (one == null) {
            return false;
        }
        boolean again = one.wasAlone;
        one.wasAlone = true;
        return again;
    }

    /// The target has refused a record for what may pass.
    ///
    /// @return whether it did so before
    boolean wasRefused(Entry entry) {
        lanes.keySet().removeIf(Lane::isClosed);
        return !lanes.computeIfAbsent(entry.lane(), _ -> new Failures()).refused.add(entry.offset());
    }

    /// The target has taken a record, or has something newer: what fails in its lane fails by itself.
    void taken(Entry entry) {
        taken++;
        Failures lane = lanes.get(entry.lane());
        if (lane != null) {
            lane.pass();
            lane.forget(entry);
        }
    }

    /// A record is rejected.
    void forget(Entry entry) {
        Failures lane = lanes.get(entry.lane());
        if (lane != null) {
            lane.forget(entry);
        }
    }
}
