package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetOriginals;

/// A run that may begin or go on.
///
/// @param plan its plan
/// @param originals the target's settings before the run
/// @param completed whether the copy was complete already
public record Prepared(RunPlan plan, TargetOriginals originals, boolean completed) {}
