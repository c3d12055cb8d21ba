package io.shardstream.control.scan;

import io.shardstream.common.primary.CopyIdentity;

/// What the searches of one copy show at least: everything that it had carried out when it said these numbers.
///
/// @param checkpoint its global checkpoint then
/// @param highest the highest number that it had given out, not below the checkpoint
public record Visible(CopyIdentity identity, long checkpoint, long highest) {}
