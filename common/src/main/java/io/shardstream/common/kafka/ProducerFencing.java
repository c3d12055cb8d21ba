package io.shardstream.common.kafka;

import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/// That a producer with the same transactional id has begun later, so that an earlier one can write no more.
public final class ProducerFencing {
    private ProducerFencing() {}

    /// Whether this is why something failed. Kafka wraps what it says about a producer's epoch in some calls
    /// and not in others.
    public static boolean isIn(@Nullable Throwable failure) {
        return failure instanceof ProducerFencedException
                || failure instanceof InvalidProducerEpochException
                || (failure != null && isIn(failure.getCause()));
    }
}
