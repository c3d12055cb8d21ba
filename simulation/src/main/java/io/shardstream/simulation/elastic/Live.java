package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/// A live document as a search shows it.
///
/// @param seqNo its own `_seq_no`
public record Live(String id, @Nullable String routing, long seqNo, Bytes source) {}
