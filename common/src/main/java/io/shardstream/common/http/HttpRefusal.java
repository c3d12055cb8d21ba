package io.shardstream.common.http;

/// Why somebody may not have or do something.
///
/// @param status the HTTP status, 401 or 403
/// @param why a sentence for people
/// @param tokenHelps whether a token that this process knows would change that
public record HttpRefusal(int status, String why, boolean tokenHelps) {}
