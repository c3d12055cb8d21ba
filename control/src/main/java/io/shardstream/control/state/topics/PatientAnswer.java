package io.shardstream.control.state.topics;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;

/// Asks Kafka again for as long as it says something that passes by itself.
///
/// @param nanoTime the clock
/// @param pause what is done between two questions
/// @param patience for how long
record PatientAnswer(LongSupplier nanoTime, Runnable pause, Duration patience) {
    private static final Duration ROUND_TRIP = Duration.ofMillis(50);

    static final PatientAnswer STANDARD = new PatientAnswer(
            System::nanoTime, () -> LockSupport.parkNanos(ROUND_TRIP.toNanos()), KafkaAnswer.PATIENCE);

    /// @param passes whether an answer is worth asking again
    /// @throws KafkaException what was answered otherwise, or last
    <T> T of(Supplier<KafkaFuture<T>> question, Predicate<KafkaException> passes) {
        long begun = nanoTime.getAsLong();
        while (true) {
            try {
                return KafkaAnswer.of(question.get());
            } catch (KafkaException e) {
                if (!passes.test(e) || nanoTime.getAsLong() - begun >= patience.toNanos()) {
                    throw e;
                }
                pause.run();
            }
        }
    }
}
