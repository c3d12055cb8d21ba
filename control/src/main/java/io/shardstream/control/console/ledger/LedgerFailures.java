package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.KafkaRefusal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says what becomes of the ledger when the thread fails that keeps it, and remembers why it did.
final class LedgerFailures implements StreamsUncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerFailures.class);
    private static final Duration BEFORE_BEGINNING_AGAIN = Duration.ofSeconds(5);

    private final Consumer<Duration> pause;
    private final Runnable leaving;
    private volatile String broken = "";
    private volatile String last = "";

    /// @param pause waits
    /// @param leaving takes the thread that failed out of its group: Kafka Streams leaves it there, and the
    ///     thread that takes its place would wait until its session has run out
    ///     (`KafkaStreams.replaceStreamThread`, 4.3); may throw a [KafkaException]
    LedgerFailures(Consumer<Duration> pause, Runnable leaving) {
        this.pause = pause;
        this.leaving = leaving;
    }

    /// On the thread that failed.
    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        Optional<Throwable> lasting = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .filter(LedgerFailures::isLasting)
                .findFirst();
        if (lasting.isPresent()) {
            broken = String.valueOf(lasting.get().getMessage());
            LOG.error("The ledger is not kept any more, and the run goes on: {}", broken);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        String why = KafkaRefusal.sentence(failure).orElse(String.valueOf(failure.getMessage()));
        if (!why.equals(last)) {
            last = why;
            LOG.warn("The ledger begins again where it was, and the run goes on: {}", why);
        }
        pause.accept(BEFORE_BEGINNING_AGAIN);
        leave();
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /// What Kafka refuses a person may allow.
    private static boolean isLasting(Throwable cause) {
        return cause instanceof UnknownRecordException;
    }

    private void leave() {
        try {
            leaving.run();
        } catch (KafkaException e) {
            LOG.debug("The ledger is kept again when the session of the thread that failed has run out", e);
        }
    }

    /// Why it is not kept any more; empty while it is, or begins again.
    String broken() {
        return broken;
    }

    /// What it begins again after; empty if nothing failed since it was kept.
    String last() {
        return last;
    }

    /// It is kept again.
    void over() {
        last = "";
    }
}
