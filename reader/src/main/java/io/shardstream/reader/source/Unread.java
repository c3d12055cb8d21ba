package io.shardstream.reader.source;

import io.shardstream.common.shard.page.Hit;

/// A document that the source names but whose content cannot be had from it.
///
/// @param name the document without its source
/// @param type as in the rejects topic
/// @param reason why, for people, without anything of the document's content
public record Unread(Hit name, String type, String reason) {}
