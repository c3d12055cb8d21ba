package io.shardstream.control.state.controller;

import io.shardstream.common.elastic.ElasticException;
import java.time.Instant;
import java.util.Optional;

/// What a controller has done to production and takes back even if it can write nothing to Kafka any more.
/// Carried out only while nobody controls the run in this process; asked by the thread that controls it, or
/// while there is none.
public interface Rescue {
    /// When it is to be taken back without Kafka; empty if there is nothing.
    Optional<Instant> due();

    /// Tries it once. If it is still [#due()] afterwards, it is to be tried again.
    void attempt() throws ElasticException;

    /// Another process controls the run, and has the say.
    void letGo();
}
