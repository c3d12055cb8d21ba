package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.UnknownRecordException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What became of the records of one lane: exact, however often writers are killed and whoever of them tells
/// it again.
///
/// Outcomes tell of ranges of offsets, and ranges overlap where records were written again. But a writer
/// begins at a committed offset, and what it commits is always the end of a range: so each range begins where
/// another one ended. Ranges are the edges of a graph whose nodes are offsets, and every way from 0 to an
/// offset tells of each record below it once. The account keeps, for the last offsets at which ranges ended,
/// the sums of the first way that came there; what comes there again changes nothing, and a way that
/// overtakes the longest one takes its place.
///
/// A range that begins where none has ended waits for one that does. If none ever does, because the outcomes
/// topic has lost it, then the account goes on behind the gap at last and counts the records in it as
/// unaccounted.
public final class LaneAccount {
    /// So many ends of ranges are kept; a writer that is killed begins again a few of them back.
    static final int ENDS = 128;

    /// So many ranges wait before the account goes on without what they wait for.
    static final int WAITING = 64;

    private static final byte FORMAT = 1;

    private record Range(long from, long to, OutcomeTally tally) {}

    private final TreeMap<Long, OutcomeTally> ends = new TreeMap<>();
    private final List<Range> waiting = new ArrayList<>();

    /// Of a lane of which nothing is known.
    public LaneAccount() {
        ends.put(0L, OutcomeTally.NONE);
    }

    /// Takes an outcome into account, in whatever order they come.
    public void add(Outcome outcome) {
        Range range = new Range(outcome.from(), outcome.to(), OutcomeTally.of(outcome));
        if (ends.containsKey(range.from())) {
            reach(range);
        } else if (range.to() > ends.firstKey()) {
            waiting.add(range);
            if (waiting.size() > WAITING) {
                giveUpWaiting();
            }
        }
        while (ends.size() > ENDS) {
            ends.pollFirstEntry();
        }
    }

    private void reach(Range first) {
        List<Range> ways = new ArrayList<>(List.of(first));
        while (!ways.isEmpty()) {
            Range way = ways.removeLast();
            OutcomeTally before = ends.get(way.from());
            if (before != null && ends.putIfAbsent(way.to(), before.plus(way.tally())) == null) {
                for (Iterator<Range> others = waiting.iterator(); others.hasNext(); ) {
                    Range other = others.next();
                    if (other.from() == way.to()) {
                        others.remove();
                        ways.add(other);
                    }
                }
            }
        }
    }

    /// Goes on with the first range that ends behind all that is accounted for, whatever is missing before it.
    private void giveUpWaiting() {
        long end = end();
        waiting.removeIf(range -> range.to() <= end);
        waiting.stream().min(Comparator.comparingLong(Range::to)).ifPresent(range -> {
            waiting.remove(range);
            OutcomeTally before = total();
            if (range.from() >= end) {
                ends.put(range.from(), before.withUnaccounted(range.from() - end));
                reach(range);
            } else {
                // Which of its records are those behind the end nobody knows.
                ends.put(range.to(), before.withUnaccounted(range.to() - end));
            }
        });
    }

    /// The offset below which all records are in [#total()].
    public long end() {
        return ends.lastKey();
    }

    /// What became of the records below [#end()].
    public OutcomeTally total() {
        return ends.lastEntry().getValue();
    }

    /// The offset after the last record that an outcome is known of: above [#end()] while ranges wait.
    public long heard() {
        return Math.max(end(), waiting.stream().mapToLong(Range::to).max().orElse(0));
    }

    public byte[] encode() {
        ByteBuffer buffer = ByteBuffer.allocate(1
                + Integer.BYTES
                + ends.size() * (Long.BYTES + OutcomeTally.ENCODED)
                + Integer.BYTES
                + waiting.size() * (2 * Long.BYTES + OutcomeTally.ENCODED));
        buffer.put(FORMAT).putInt(ends.size());
        for (Map.Entry<Long, OutcomeTally> end : ends.entrySet()) {
            buffer.putLong(end.getKey());
            end.getValue().encode(buffer);
        }
        buffer.putInt(waiting.size());
        for (Range range : waiting) {
            buffer.putLong(range.from()).putLong(range.to());
            range.tally().encode(buffer);
        }
        return buffer.array();
    }

    /// @throws UnknownRecordException if these are not the bytes of an account of this format
    public static LaneAccount decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            byte format = buffer.get();
            if (format != FORMAT) {
                throw new UnknownRecordException("a lane's account has format " + format + ", known is " + FORMAT);
            }
            LaneAccount account = new LaneAccount();
            account.ends.clear();
            for (int left = buffer.getInt(); left > 0; left--) {
                account.ends.put(buffer.getLong(), OutcomeTally.decode(buffer));
            }
            for (int left = buffer.getInt(); left > 0; left--) {
                account.waiting.add(new Range(buffer.getLong(), buffer.getLong(), OutcomeTally.decode(buffer)));
            }
            if (account.ends.isEmpty() || buffer.hasRemaining()) {
                throw new UnknownRecordException("a lane's account is damaged: " + bytes.length + " bytes");
            }
            return account;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new UnknownRecordException("a lane's account is damaged: " + bytes.length + " bytes");
        }
    }
}
