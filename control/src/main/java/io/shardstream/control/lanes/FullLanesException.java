package io.shardstream.control.lanes;

import java.io.Serial;
import org.apache.kafka.common.errors.RetriableException;

/// So much waits in Kafka for the writers that nothing more was published in the time that they were given.
/// To try again later may help, as where Kafka itself does not take records in.
public final class FullLanesException extends RetriableException {
    @Serial
    private static final long serialVersionUID = 1L;

    public FullLanesException(String message) {
        super(message);
    }
}
