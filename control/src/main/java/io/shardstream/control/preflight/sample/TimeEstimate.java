package io.shardstream.control.preflight.sample;

import java.time.Duration;
import java.util.Optional;

/// How long copying everything will take.
///
/// @param least if all goes well
/// @param likely what is to be expected; empty where writing was not timed
/// @param most if it goes slower; empty where writing was not timed
/// @param parts what the likely time is made of; of reading alone where writing was not timed
public record TimeEstimate(Duration least, Optional<Duration> likely, Optional<Duration> most, TimeParts parts) {}
