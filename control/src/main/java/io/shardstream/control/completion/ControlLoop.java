package io.shardstream.control.completion;

import io.shardstream.common.loop.Loop;
import io.shardstream.control.progress.Progress;
import io.shardstream.control.progress.ProgressMeter;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the state of the run once a second, tells the progress, and ends the copy when it is complete.
/// Kafka and the target may be away meanwhile: then it tries again.
final class ControlLoop implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration BETWEEN_COMPLAINTS = Duration.ofSeconds(10);

    /// What ends a run; may fail and be repeated.
    interface Ending {
        /// @param state by which the copy is complete
        /// @return whether it is done; false if source, target or Kafka cannot be asked now
        boolean end(RunState state);
    }

    private final Supplier<RunState> states;
    private final AutoCloseable reader;
    private final ProgressMeter meter;
    private final Consumer<Progress> listener;
    private final Consumer<String> complaints;
    private final Ending ending;
    private final LongSupplier nanoTime;
    private final Completion completion = new Completion();
    private long next;
    private boolean away;
    private long awaySince;
    private long nextComplaint;
    private boolean ended;

    ControlLoop(
            RunStateReader reader,
            ProgressMeter meter,
            Consumer<Progress> listener,
            Ending ending,
            LongSupplier nanoTime) {
        this(reader::read, reader, meter, listener, sentence -> LOG.warn("{}", sentence), ending, nanoTime);
    }

    ControlLoop(
            Supplier<RunState> states,
            AutoCloseable reader,
            ProgressMeter meter,
            Consumer<Progress> listener,
            Consumer<String> complaints,
            Ending ending,
            LongSupplier nanoTime) {
        this.states = states;
        this.reader = reader;
        this.meter = meter;
        this.listener = listener;
        this.complaints = complaints;
        this.ending = ending;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    @Override
    public String name() {
        return "control";
    }

    @Override
    public int doWork() {
        if (ended || nanoTime.getAsLong() - next < 0) {
            return 0;
        }
        next = nanoTime.getAsLong() + PERIOD.toNanos();
        try {
            step();
            away = false;
        } catch (RetriableException e) {
            complain(e);
        }
        return 1;
    }

    private void complain(RetriableException why) {
        long now = nanoTime.getAsLong();
        if (!away) {
            away = true;
            awaySince = now;
            complaints.accept("Kafka does not answer, trying again: " + why.getMessage());
        } else if (now - nextComplaint >= 0) {
            complaints.accept("Still waiting for Kafka, which has not answered for "
                    + Duration.ofNanos(now - awaySince).toSeconds() + " s: " + why.getMessage());
        } else {
            return;
        }
        nextComplaint = now + BETWEEN_COMPLAINTS.toNanos();
    }

    private void step() {
        RunState state = states.get();
        listener.accept(meter.add(state));
        if (completion.reachedBy(state)) {
            ended = ending.end(state);
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (Exception e) {
            LOG.debug("Closing failed", e);
        }
    }
}
