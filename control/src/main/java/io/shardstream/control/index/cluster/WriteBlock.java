package io.shardstream.control.index.cluster;

/// Whether an index takes writes, as the cluster's state says.
///
/// `PUT <index>/_block/write` first adds a block with a uuid of its own and then asks all shards; when all have
/// answered, the one without a uuid takes its place (Elasticsearch: `MetadataIndexStateService.addIndexBlock`,
/// `finalizeBlock`). Taking the setting `index.blocks.write` away does nothing to one that has a uuid.
public enum WriteBlock {
    /// Clients may write.
    NONE,
    /// Nodes refuse writes, but not all shards have said that none is under way. It becomes whole if they do,
    /// whatever the setting says and whoever waits for it, and else stays as it is.
    UNCONFIRMED,
    /// All shards have confirmed it once, or somebody has set it as a setting.
    WHOLE;

    /// The request by which anybody lifts a whole one.
    ///
    /// @param index its name, or an alias that leads to it alone
    public static String lifting(String index) {
        return "PUT /" + index + "/_settings {\"index.blocks.write\": null}";
    }

    public boolean isThere() {
        return this != NONE;
    }
}
