package io.shardstream.reader.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.primary.NotPrimaryException;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/// What has gone wrong with one shard in a row: says what, decides when to try again, and which failures do
/// not pass by themselves.
final class Setbacks {
    /// Refusals of the user in a row, over some ten seconds, until they are believed: a node whose security
    /// index is not there yet, or a key that is being replaced, refuses for a while.
    private static final int MOST_REFUSALS = 8;

    private final Trouble trouble;
    private final RandomGenerator random;
    private Backoff backoff = Backoff.NONE;
    private int refusals;

    Setbacks(Trouble trouble, RandomGenerator random) {
        this.trouble = trouble;
        this.random = random;
    }

    /// Something went well.
    void areOver() {
        trouble.isOver();
        backoff = Backoff.NONE;
        refusals = 0;
    }

    /// When to try again after this.
    ///
    /// @throws BlockedException if a person must look
    /// @throws RuntimeException the failure itself, if it does not pass by itself
    Instant after(Exception e, Instant now) {
        switch (e) {
            case RecordTooLargeException tooLarge ->
                throw new BlockedException("Kafka refuses a document that the plan allows (" + tooLarge.getMessage()
                        + "): raise max.message.bytes of the run's docs topic, or begin a new run.");
            case ElasticException.Refused refused when refused.isOfUser() -> refused(refused);
            case ElasticException elastic -> other(String.valueOf(elastic.getMessage()));
            case NotPrimaryException elsewhere -> other(String.valueOf(elsewhere.getMessage()));
            // The same for every shard, so that whoever steps the loop waits until it is mended.
            case KafkaException refused when KafkaRefusal.is(refused) -> throw refused;
            case KafkaException kafka -> other("Kafka: " + kafka.getMessage());
            case RuntimeException broken -> throw broken;
            default -> throw new IllegalStateException(e);
        }
        backoff = backoff.afterFailure();
        return now.plus(backoff.wait(random));
    }

    private void other(String sentence) {
        refusals = 0;
        trouble.is(sentence);
    }

    private void refused(ElasticException.Refused refused) {
        String what = "The source refuses the user of the run file (" + refused.getMessage() + ")";
        if (++refusals >= MOST_REFUSALS) {
            throw new BlockedException(what + ": correct source.auth, or grant the index privilege 'read' and the"
                    + " cluster privilege 'monitor', and start again.");
        }
        trouble.is(what);
    }
}
