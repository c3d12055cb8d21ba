package io.shardstream.control.survey.sample;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.page.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Reads some of the source as readers do, several windows at a time, and writes what it reads where it is told to:
/// both at once, since in a run each takes processors and disks from the other.
public final class CopySample {
    private final DocumentReading reading;
    private final Optional<DocumentWriting> writing;
    private final SampleLimits limits;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stopped;

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
    }

    /// Blocks as long as the limits say, and for the windows that are under way then.
    ///
    /// @throws ElasticException if a window could not be read or written
    public Sample take(Windows windows) throws ElasticException {
        long begun = nanoTime.getAsLong();
        SampleTally tally = new SampleTally(limits.lanes(), begun);
        List<Future<?>> lanes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int lane = 0; lane < limits.lanes(); lane++) {
                lanes.add(threads.submit(() -> {
                    work(windows, tally, begun);
                    return tally;
                }));
            }
        }
        for (Future<?> lane : lanes) {
            requireDone(lane);
        }
        return tally.sample(writing.isPresent());
    }

    private void work(Windows windows, SampleTally tally, long begun) throws ElasticException {
        while (mayBegin(tally, begun)) {
            Optional<Window> window = windows.next();
            if (window.isEmpty()) {
                return;
            }
            long from = nanoTime.getAsLong();
            List<Hit> hits = reading.read(window.get());
            long read = nanoTime.getAsLong();
            List<Refusal> refused =
                    writing.isPresent() && !hits.isEmpty() ? writing.get().write(hits) : List.of();
            tally.add(
                    hits,
                    refused,
                    new SampleTally.Times(from, read, writing.isPresent() ? nanoTime.getAsLong() : read));
        }
    }

    private boolean mayBegin(SampleTally tally, long begun) {
        return !stopped.getAsBoolean()
                && nanoTime.getAsLong() - begun < limits.time().toNanos()
                && tally.documents() < limits.documents();
    }

    private static void requireDone(Future<?> lane) throws ElasticException {
        try {
            lane.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ElasticException elastic) {
                throw elastic;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
