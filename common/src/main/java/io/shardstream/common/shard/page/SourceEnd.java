package io.shardstream.common.shard.page;

/// Where a document ends within a response.
@FunctionalInterface
interface SourceEnd {
    /// @param at the first byte after `"_source":`
    /// @return the first byte after the document and the white space around it
    int of(JsonCursor json, int at) throws UnreadablePageException;
}
