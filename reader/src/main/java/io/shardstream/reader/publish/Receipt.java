package io.shardstream.reader.publish;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// Counts the acknowledgements of one harvest and tells when the last one has come, on whichever thread
/// that is.
final class Receipt implements Callback {
    private final AtomicInteger missing;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final Outcome outcome;

    /// Told once.
    @FunctionalInterface
    interface Outcome {
        /// @param failure what went wrong with the first record that Kafka did not acknowledge, null if it has
        ///     acknowledged all
        /// @param taken how many records it has acknowledged
        void is(@Nullable Exception failure, int taken);
    }

    Receipt(int records, Outcome outcome) {
        // One more for the sender, who may have nothing to send, or not everything.
        this.missing = new AtomicInteger(records + 1);
        this.outcome = outcome;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        if (exception != null) {
            failure.compareAndSet(null, exception);
        } else {
            taken.incrementAndGet();
        }
        complete();
    }

    /// What went wrong with the first record that Kafka did not acknowledge, null if nothing so far.
    @Nullable
    Exception failure() {
        return failure.get();
    }

    /// One acknowledgement less is missing; also the sender's own when everything was sent.
    void complete() {
        if (missing.decrementAndGet() == 0) {
            outcome.is(failure.get(), taken.get());
        }
    }

    /// The sender gives up: what was not sent will not be acknowledged.
    void abort(Exception cause) {
        failure.compareAndSet(null, cause);
        if (missing.getAndSet(Integer.MIN_VALUE / 2) > 0) {
            outcome.is(failure.get(), taken.get());
        }
    }
}
