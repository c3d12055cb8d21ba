package io.shardstream.control.survey.sample;

import io.shardstream.common.line.Printable;
import io.shardstream.common.page.Hit;
import java.util.ArrayList;
import java.util.List;

/// Counts what lanes have done. The first window of each lane finds servers that are not warm and lanes that have not
/// all begun: where others follow, the rate is that of the others.
final class SampleTally {
    private static final double SECOND = 1e9;

    private final int lanes;
    private final long begun;
    private final List<Refusal> refusals = new ArrayList<>();
    private int windows;
    private long warm;
    private long documentsBeforeWarm;
    private long ended;
    private long documents;
    private long bytes;
    private long largest;
    private String largestId = "";
    private long reading;
    private long writing;

    /// @param begun the time in nanoseconds
    SampleTally(int lanes, long begun) {
        this.lanes = lanes;
        this.begun = begun;
        this.ended = begun;
    }

    /// One window is done.
    ///
    /// @param times when it was begun, was read, and was written, in nanoseconds
    synchronized void add(List<Hit> hits, List<Refusal> refused, Times times) {
        documents += hits.size();
        for (Hit hit : hits) {
            long size = hit.source() == null ? 0 : hit.source().length();
            bytes += size;
            if (size > largest) {
                largest = size;
                largestId = Printable.of(hit.id().utf8());
            }
        }
        refusals.addAll(refused);
        reading += times.read() - times.begun();
        writing += times.written() - times.read();
        ended = Math.max(ended, times.written());
        if (++windows == lanes) {
            warm = ended;
            documentsBeforeWarm = documents;
        }
    }

    /// @param begun of the window, in nanoseconds
    /// @param read when its documents were there
    /// @param written when they were written, or `read` again
    record Times(long begun, long read, long written) {}

    synchronized long documents() {
        return documents;
    }

    synchronized Sample sample(boolean wrote) {
        return new Sample(
                documents,
                bytes,
                largest,
                largestId,
                rate(),
                reading + writing == 0 ? 0 : (double) writing / (reading + writing),
                lanes,
                wrote,
                refusals);
    }

    private double rate() {
        boolean isWarm = windows >= 2 * lanes && ended > warm;
        long counted = isWarm ? documents - documentsBeforeWarm : documents;
        long time = isWarm ? ended - warm : ended - begun;
        return time <= 0 ? 0 : counted * SECOND / time;
    }
}
