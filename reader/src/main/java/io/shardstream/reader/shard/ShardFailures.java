package io.shardstream.reader.shard;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.RefusedUser;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/// What has gone wrong with one shard in a row: says what, decides when to try again, and which failures do
/// not pass by themselves.
final class ShardFailures {
    /// A node that hangs is given up by its cluster after a while, and another copy answers: that needs
    /// nobody.
    private static final int LATE_AGAIN = 3;

    /// A primary that moves or fails over is found again in less time than so many tries take, which is some
    /// twenty seconds: from then on a person should know, as of an index that is closed or has no copy left.
    private static final int NOT_BY_ITSELF = 9;

    private final ShardProblem trouble;
    private final AccessRefusals refusals;
    private final String name;
    private final RandomGenerator random;
    private ShardBackoff backoff = ShardBackoff.NONE;
    /// Answers in a row that did not come in time, or were too much although one document was asked for.
    private int late;

    /// @param refusals told where the source does not let the reader in, does not answer in time, or fails for
    ///     long, which is tried again for as long as it takes
    /// @param name of the shard
    ShardFailures(ShardProblem trouble, AccessRefusals refusals, String name, RandomGenerator random) {
        this.trouble = trouble;
        this.refusals = refusals;
        this.name = name;
        this.random = random;
    }

    /// Something went well.
    void areOver() {
        trouble.isOver();
        refusals.passed(name);
        backoff = ShardBackoff.NONE;
        late = 0;
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
            case ElasticException access
            when access.isOfAccess() -> {
                waits(RefusedUser.sentence("source", access), Duration.ZERO);
            }
            case ElasticException.Unreachable silent
            when silent.isLate() ->
                isLate(
                        silent.sentence()
                                + ": raise it, or find out what the node is busy with. Documents are"
                                + " asked for fewer at a time until then, and reading goes on by itself.",
                        silent.waited());
            case OneDocumentException one -> isLate(String.valueOf(one.getMessage()), one.waited());
            case ElasticException elastic -> goesWrong(String.valueOf(elastic.getMessage()));
            case NotPrimaryException elsewhere -> goesWrong(String.valueOf(elsewhere.getMessage()));
            // The same for every shard, so that whoever steps the loop waits until it is mended.
            case KafkaException refusal when KafkaRefusal.is(refusal) -> throw refusal;
            case KafkaException kafka -> trouble.is("Kafka: " + kafka.getMessage());
            case RuntimeException broken -> throw broken;
            default -> throw new IllegalStateException(e);
        }
        backoff = backoff.afterFailure();
        return now.plus(backoff.wait(random));
    }

    private void goesWrong(String sentence) {
        trouble.is(sentence);
        if (backoff.failures() + 1 >= NOT_BY_ITSELF) {
            String what = FullStop.of(name + " cannot be read: " + sentence);
            refusals.refused(name, what + " It is tried again by itself.");
        }
    }

    private void isLate(String sentence, Duration takes) {
        late++;
        if (late < LATE_AGAIN) {
            trouble.is(sentence);
        } else {
            waits(sentence, takes);
        }
    }

    private void waits(String sentence, Duration takes) {
        trouble.is(sentence);
        refusals.refused(name, sentence, takes);
    }
}
