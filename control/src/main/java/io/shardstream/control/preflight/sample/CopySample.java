package io.shardstream.control.preflight.sample;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Reads some of the source as readers do, several windows at a time, and writes what it reads where it is
/// told to, in turns: so each is timed by itself. Goes on until what a document takes has settled, or a limit
/// is reached.
public final class CopySample {
    /// Windows of one round for each lane, so that lanes are seldom without work.
    private static final int WINDOWS_A_LANE = 2;

    private final DocumentReading reading;
    private final Optional<DocumentWriting> writing;
    private final SampleLimits limits;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stopped;
    private final SampleWorkers lanes;
    private final SampleTally tally = new SampleTally();

    /// @param writing empty to read only
    /// @param stopped whether nothing shall be begun any more
    public CopySample(
            DocumentReading reading,
            Optional<DocumentWriting> writing,
            SampleLimits limits,
            LongSupplier nanoTime,
            BooleanSupplier stopped) {
        this.reading = reading;
        this.writing = writing;
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.stopped = stopped;
        this.lanes = new SampleWorkers(limits.lanes(), nanoTime);
    }

    /// Blocks as long as the limits say, and for what is under way then. To be called once.
    ///
    /// @throws ElasticException if a window could not be read or written
    public SampleResult take(Windows windows) throws ElasticException {
        long begun = nanoTime.getAsLong();
        SampleRounds rounds = new SampleRounds(limits.lanes());
        List<SampleWindow> next = some(windows);
        while (!next.isEmpty() && mayBegin(begun) && !rounds.areSettled()) {
            rounds.add(round(next, begun));
            next = some(windows);
        }
        return tally.sample(rounds, limits.lanes(), writing.isPresent(), reading.passedOver());
    }

    private List<SampleWindow> some(Windows windows) {
        List<SampleWindow> some = new ArrayList<>();
        while (some.size() < WINDOWS_A_LANE * limits.lanes()) {
            Optional<SampleWindow> window = windows.next();
            if (window.isEmpty()) {
                return some;
            }
            some.add(window.get());
        }
        return some;
    }

    private SampleRound round(List<SampleWindow> windows, long begun) throws ElasticException {
        Queue<List<Hit>> pages = new ConcurrentLinkedQueue<>();
        long read = lanes.each(windows, window -> {
            if (mayBegin(begun)) {
                List<Hit> hits = reading.read(window);
                tally.read(hits);
                pages.add(hits);
            }
        });
        List<List<Hit>> full = pages.stream().filter(page -> !page.isEmpty()).toList();
        long documents = full.stream().mapToLong(List::size).sum();
        long written = writing.isPresent() ? write(writing.get(), full) : 0;
        return new SampleRound(documents, read, written);
    }

    private long write(DocumentWriting place, List<List<Hit>> pages) throws ElasticException {
        return lanes.each(pages, page -> tally.refused(place.write(page)));
    }

    private boolean mayBegin(long begun) {
        return !stopped.getAsBoolean()
                && nanoTime.getAsLong() - begun < limits.time().toNanos()
                && tally.documents() < limits.documents();
    }
}
