package io.shardstream.reader.window;

import java.util.List;
import java.util.TreeMap;

/// What became of each window above `done`, and so how far `done` may move: over windows that lie
/// side by side, of which every record was acknowledged and whose state at the time of the search is
/// committed on all copies.
///
/// A window is opened, *answered* by a search, *measured* by a `max_seq_no` that was read after the
/// answer, *acknowledged* by Kafka, and settled once the global checkpoint has reached its measure.
/// A ledger is good for one primary term of one copy; with another one begins another ledger.
public final class WindowLedger {
    private static final long UNMEASURED = -1;

    private final TreeMap<Long, Entry> open = new TreeMap<>();
    private long done;
    private long end;
    private long answers;

    private static final class Entry {
        final Window window;
        long answer;
        long measure = UNMEASURED;
        boolean acknowledged;
        DocumentTally tally = DocumentTally.NOTHING;

        Entry(Window window) {
            this.window = window;
        }
    }

    /// @param done highest number of the settled prefix, -1 before the first window
    public WindowLedger(long done) {
        this.done = done;
        this.end = done;
    }

    /// The highest number of the settled prefix.
    public long done() {
        return done;
    }

    /// The highest number of which a window was opened.
    public long end() {
        return end;
    }

    /// Whether a reading of `max_seq_no` and the global checkpoint would do anything.
    public boolean awaitsNumbers() {
        return awaitsCheckpoint()
                || open.values().stream().anyMatch(entry -> entry.answer > 0 && entry.measure == UNMEASURED);
    }

    /// Whether only the numbers keep `done` from moving.
    public boolean awaitsCheckpoint() {
        return !open.isEmpty() && open.firstEntry().getValue().acknowledged;
    }

    /// How many windows have been answered; to be noted before the numbers are asked for that
    /// [#measure]s them.
    public long answers() {
        return answers;
    }

    /// The next window, up to that number.
    public Window open(long upTo) {
        Window window = new Window(end, upTo);
        open.put(window.above(), new Entry(window));
        end = upTo;
        return window;
    }

    /// Replaces an opened window by its parts.
    ///
    /// @param count how many, at least 2
    public List<Window> split(Window window, int count) {
        List<Window> parts = window.parts(count);
        entryOf(window);
        parts.forEach(part -> open.put(part.above(), new Entry(part)));
        return parts;
    }

    /// The search of this window was answered.
    public void answered(Window window) {
        entryOf(window).answer = ++answers;
    }

    /// Some of a window's documents were read, and others are still to be.
    ///
    /// @return which answer that was, counted in order with those to whole windows
    public long answeredInPart() {
        return ++answers;
    }

    /// Every record of this window is in Kafka.
    public void acknowledged(Window window, DocumentTally tally) {
        Entry entry = entryOf(window);
        entry.acknowledged = true;
        entry.tally = tally;
    }

    /// Gives windows their measure, if they have none yet.
    ///
    /// @param maxSeqNo `max_seq_no` of the same copy
    /// @param answersBefore [#answers()] at the moment when it was asked for: only these windows
    ///     are measured
    public void measure(long maxSeqNo, long answersBefore) {
        for (Entry entry : open.values()) {
            if (entry.answer > 0 && entry.answer <= answersBefore && entry.measure == UNMEASURED) {
                entry.measure = maxSeqNo;
            }
        }
    }

    /// Moves `done` over what is settled.
    ///
    /// @param globalCheckpoint of the same copy in the same term
    /// @return the documents of the windows that were settled by this
    public DocumentTally settle(long globalCheckpoint) {
        DocumentTally settled = DocumentTally.NOTHING;
        while (!open.isEmpty() && isSettled(open.firstEntry().getValue(), globalCheckpoint)) {
            Entry entry = open.pollFirstEntry().getValue();
            done = entry.window.upTo();
            settled = settled.plus(entry.tally);
        }
        return settled;
    }

    private static boolean isSettled(Entry entry, long globalCheckpoint) {
        return entry.acknowledged && entry.measure != UNMEASURED && globalCheckpoint >= entry.measure;
    }

    private Entry entryOf(Window window) {
        Entry entry = open.get(window.above());
        if (entry == null || !entry.window.equals(window)) {
            throw new IllegalArgumentException(window + " is not open");
        }
        return entry;
    }
}
