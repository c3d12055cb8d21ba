package io.shardstream.control.console;

import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.run.OperationLag;
import io.shardstream.control.state.RejectsGoneException;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the state of the run once a second and tells the progress, until the control topic says that the
/// run has ended, whichever process controls it. Kafka may be away meanwhile: then it tries again.
final class ProgressLoop implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressLoop.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration BETWEEN_COMPLAINTS = Duration.ofSeconds(10);

    private final Supplier<RunState> states;
    private final AutoCloseable reader;
    private final ControlTopicTail control;
    private final OperationLag lag;
    private final ProgressMeter meter;
    private final ProgressListener listener;
    private final Consumer<String> complaints;
    private final LongSupplier nanoTime;
    private long next;
    private boolean away;
    private long awaySince;
    private long nextComplaint;

    /// @param reader of those states, closed with this
    /// @param complaints told while Kafka does not answer
    ProgressLoop(
            Supplier<RunState> states,
            AutoCloseable reader,
            ControlTopicTail control,
            OperationLag lag,
            ProgressMeter meter,
            ProgressListener listener,
            Consumer<String> complaints,
            LongSupplier nanoTime) {
        this.states = states;
        this.reader = reader;
        this.control = control;
        this.lag = lag;
        this.meter = meter;
        this.listener = listener;
        this.complaints = complaints;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    @Override
    public String name() {
        return "control";
    }

    /// @throws io.shardstream.common.loop.RunEndedException when the run has ended
    @Override
    public int doWork() {
        int news = control.poll();
        boolean ended =
                control.latest().phase().filter(now -> now.phase().isEnd()).isPresent();
        if (!ended && nanoTime.getAsLong() - next < 0) {
            return news;
        }
        next = nanoTime.getAsLong() + PERIOD.toNanos();
        try {
            tell();
            away = false;
        } catch (RetriableException e) {
            complain(e);
        }
        control.requireGoingOn();
        return 1;
    }

    private void complain(RetriableException why) {
        long now = nanoTime.getAsLong();
        if (!away) {
            away = true;
            awaySince = now;
            complaints.accept(
                    why instanceof RejectsGoneException
                            ? String.valueOf(why.getMessage())
                            : "Kafka does not answer, trying again: " + why.getMessage());
        } else if (now - nextComplaint >= 0) {
            complaints.accept("Still waiting for Kafka, which has not answered for "
                    + Duration.ofNanos(now - awaySince).toSeconds() + " s: " + why.getMessage());
        } else {
            return;
        }
        nextComplaint = now + BETWEEN_COMPLAINTS.toNanos();
    }

    private void tell() {
        RunState state = states.get();
        Progress progress = meter.add(state);
        listener.told(lag.of(state).map(progress::withLag).orElse(progress), state, control.latest());
    }

    @Override
    public void close() {
        try (control) {
            reader.close();
        } catch (Exception e) {
            LOG.debug("Closing failed", e);
        }
    }
}
