package io.shardstream.control.state.topics;

import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/// Waits for what an admin client was asked.
public final class KafkaAnswer {
    /// How long a broker that is being started is waited for.
    public static final Duration PATIENCE = Duration.ofSeconds(15);

    private KafkaAnswer() {}

    /// @throws KafkaException what the broker answered, or a time-out of Kafka's if it did not answer in time
    public static <T> T of(KafkaFuture<T> future) {
        return within(PATIENCE, future);
    }

    /// The same with another patience.
    ///
    /// @throws KafkaException what the broker answered, or a time-out of Kafka's if it did not answer in time
    public static <T> T within(Duration patience, KafkaFuture<T> future) {
        try {
            return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "no answer within " + patience.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /// The same at the start of a process, where a broker that does not answer is the user's to look at.
    ///
    /// @throws RunRefusedException if nobody answers in time or the client is not let in
    public static <T> T first(KafkaFuture<T> future, String bootstrap) {
        try {
            return of(future);
        } catch (org.apache.kafka.common.errors.TimeoutException e) {
            throw new RunRefusedException(
                    "Kafka at " + bootstrap + " does not answer within " + PATIENCE.toSeconds()
                            + " s: is the broker running, and is the address right (and TLS or not)?",
                    e);
        } catch (KafkaException e) {
            throw new RunRefusedException(
                    KafkaRefusal.sentence(e).orElse("Kafka at " + bootstrap + " refuses: " + e.getMessage()), e);
        }
    }
}
