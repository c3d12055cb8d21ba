package io.shardstream.writer.lane;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One lane as long as it is assigned to this writer: the records it holds and how far they are done. A
/// lane that is assigned again is a new object.
public final class Lane {
    private final int partition;
    private final OffsetTracker offsets;
    private final LeaderEpochs epochs = new LeaderEpochs();
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private long waitingSince;
    private long heldBytes;
    private int underWay;
    private int held;
    private long reported;
    private long committed;
    private long tookMillis;
    private String node = "";
    private boolean closed;

    /// @param partition its number in the docs topic
    /// @param first the first offset to write
    public Lane(int partition, long first) {
        this.partition = partition;
        this.offsets = new OffsetTracker(first);
        this.reported = first;
        this.committed = first;
    }

    public int partition() {
        return partition;
    }

    // ---- records in

    /// Takes in a record that was read.
    ///
    /// @param nanos now
    public void add(long offset, Optional<Integer> leaderEpoch, DocRecord document, long nanos) {
        Entry entry = new Entry(this, offset, document);
        offsets.add(offset, entry.sourceBytes());
        epochs.add(offset, leaderEpoch);
        if (waiting.isEmpty()) {
            waitingSince = nanos;
        }
        waiting.addLast(entry);
        waitingBytes += entry.size();
        heldBytes += entry.size();
    }

    /// The record to be sent next, or null.
    public @Nullable Entry peek() {
        return waiting.peekFirst();
    }

    /// Takes the record to be sent next.
    ///
    /// @param nanos now
    /// @throws java.util.NoSuchElementException if none waits
    public Entry take(long nanos) {
        waitingSince = nanos;
        Entry entry = waiting.removeFirst();
        waitingBytes -= entry.size();
        return entry;
    }

    /// Bytes of the records that wait to be sent for the first time.
    public long waitingBytes() {
        return waitingBytes;
    }

    /// When the oldest of those that wait came, or when one of this lane was taken last, if that was later.
    public long waitingSince() {
        return waitingSince;
    }

    /// Bytes of all records that have no outcome yet.
    public long heldBytes() {
        return heldBytes;
    }

    /// Offsets whose outcome is not reported yet.
    public long openSpan() {
        return offsets.span();
    }

    // ---- on their way

    /// Something of this lane was sent, to the target or to the rejects topic, and has to come back.
    public void sent() {
        underWay++;
    }

    public void cameBack() {
        underWay--;
    }

    /// Whether anything sent has not come back.
    public boolean isUnderWay() {
        return underWay > 0;
    }

    /// Keeps new records of this lane back, while some have to be repeated; calls nest.
    public void hold() {
        held++;
    }

    public void release() {
        held--;
    }

    public boolean isHeld() {
        return held > 0;
    }

    // ---- outcomes

    /// Notes what became of a record.
    public void finish(Entry entry, FinalOutcome outcome) {
        offsets.finish(entry.offset(), outcome);
        heldBytes -= entry.size();
    }

    /// Notes which node took records of this lane and how long it worked.
    public void served(String byNode, long millis) {
        node = byNode;
        tookMillis += millis;
    }

    /// The outcomes between the last call and the first record without one; [#reported(long)] is to be
    /// called with [#finished()] of now when all of them are acknowledged.
    public List<Outcome> takeOutcomes() {
        List<Outcome> outcomes = new ArrayList<>();
        for (OutcomeRange range : offsets.takeRanges()) {
            outcomes.add(new Outcome(
                    partition,
                    range.from(),
                    range.to(),
                    range.applied(),
                    range.superseded(),
                    range.rejected(),
                    range.bytes(),
                    tookMillis,
                    node));
            tookMillis = 0;
        }
        return outcomes;
    }

    /// The first offset without an outcome.
    public long finished() {
        return offsets.prefix();
    }

    /// All outcomes below the offset are in the outcomes topic.
    public void reported(long offset) {
        reported = offset;
    }

    /// What may be committed: everything below has its outcome, and the outcomes topic says which.
    public long reported() {
        return reported;
    }

    /// Whether something is done that the outcomes topic does not say yet.
    public boolean hasUnreported() {
        return finished() > reported;
    }

    /// The group has committed the offset.
    public void committed(long offset) {
        committed = Math.max(committed, offset);
    }

    /// Whether something may be committed that is not.
    public boolean hasUncommitted() {
        return reported > committed;
    }

    /// The leader epoch that belongs to a commit of the offset.
    public Optional<Integer> epochBefore(long offset) {
        return epochs.before(offset);
    }

    // ---- end

    /// The lane is no longer this writer's: records that were not sent are given up, and whatever comes
    /// back for it is ignored.
    public void close() {
        for (Entry entry : waiting) {
            heldBytes -= entry.size();
        }
        waiting.clear();
        waitingBytes = 0;
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }
}
