package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Instant;

/// What a controller has done to production, as it knew it last, and how it is taken back without Kafka.
public interface ProductionHold {
    ControllerEpoch term();

    /// What it was done for.
    Request request();

    /// Until when production may wait for Kafka.
    Instant deadline();

    /// The index that may be blocked, for the log.
    String index();

    /// Whether this run may keep an index from taking writes that production uses, as far as the control
    /// topic says.
    boolean hasBlocked();

    /// Tries to take it back. Changes nothing that a later controller or another run has named.
    Outcome free() throws ElasticException;

    /// What one attempt came to.
    sealed interface Outcome {
        /// @param sentence for the log
        record Done(String sentence) implements Outcome {}

        record Again() implements Outcome {}

        /// There is nothing to take back.
        ///
        /// @param sentence for the log
        record Needless(String sentence) implements Outcome {}

        /// Somebody else has the say, now and later.
        record Never() implements Outcome {}
    }
}
