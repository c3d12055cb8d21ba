package io.shardstream.control.console.view;

/// What writers have under way to a data node, all of them together.
///
/// @param bulks requests without an answer
/// @param limit how many there may be
/// @param refusals documents that it sent back since the writers began, since it had too much to do
/// @param meanMillis how long a bulk took in the mean, lately
/// @param limitedBy what keeps writers from sending it more, in words; empty for nothing
public record NodeLoad(long bulks, long limit, long refusals, double meanMillis, String limitedBy) {}
