package io.shardstream.cli.run;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.PlanChangedException;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Begins the work of a process anew when the run's plan has changed, and while Kafka refuses it: a password
/// or a certificate that is not good any more is mended in Kafka or in a file, and the process finds it so. A
/// process that Kafka refuses before it has worked ends, as whoever has started it is there to read why.
final class RestartLoop {
    private static final Logger LOG = LoggerFactory.getLogger(RestartLoop.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);
    /// A refusal of something that is not needed at once would be taken for over, and told again, every few
    /// seconds.
    private static final Duration UNTIL_OVER = Duration.ofSeconds(15);

    private final String who;
    private final Stop stop;
    private boolean hasWorked;
    /// Empty while Kafka refuses nothing.
    private volatile String refusal = "";

    /// @param who for the log, such as `this process`
    RestartLoop(String who, Stop stop) {
        this.who = who;
        this.stop = stop;
    }

    /// What a process does by the plan that it finds when it begins.
    @FunctionalInterface
    interface Work {
        /// @return the exit code
        int byPlan() throws ElasticException;
    }

    /// Ends that work is watched.
    @FunctionalInterface
    interface Watched extends AutoCloseable {
        @Override
        void close();
    }

    /// Does the work, and does it again while that may help.
    ///
    /// @return the exit code
    int follow(Work work) throws ElasticException {
        while (true) {
            try {
                return work.byPlan();
            } catch (PlanChangedException e) {
                LOG.info("{}: {} begins anew", e.getMessage(), who);
            } catch (RuntimeException e) {
                if (!mayPass(e)) {
                    throw e;
                }
                tell(KafkaRefusal.sentence(e).orElse(refusal));
                if (stop.askedWithin(BETWEEN_TRIES)) {
                    return ExitCodes.STOPPED;
                }
            }
        }
    }

    /// While it is refused, Kafka may also be away: brokers are started again to mend something.
    private boolean mayPass(RuntimeException failure) {
        return !(failure instanceof BlockedException)
                && hasWorked
                && (KafkaRefusal.is(failure) || (!refusal.isEmpty() && isKafkas(failure)));
    }

    private static boolean isKafkas(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(KafkaException.class::isInstance);
    }

    private void tell(String sentence) {
        if (!sentence.equals(refusal)) {
            refusal = sentence;
            LOG.warn("{} Nothing is lost: {} waits, and goes on by itself.", sentence, who);
        }
    }

    /// The work has begun.
    ///
    /// @param over called when nothing has been refused for a while, at once if nothing was
    Watched works(Runnable over) {
        hasWorked = true;
        if (refusal.isEmpty()) {
            over.run();
            return () -> {};
        }
        Thread watch = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(UNTIL_OVER);
                refusal = "";
                LOG.info("Kafka refuses nothing any more, {} goes on", who);
                over.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return watch::interrupt;
    }
}
