package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.Side;

/// What a process needs of that which a run file takes from environment variables and files. The rest need
/// not be there.
enum NeededSecrets {
    /// How to reach Kafka.
    KAFKA,
    /// Also what opens the documents that lie there.
    DOCUMENTS,
    /// Also how to reach the source. What else there is it uses where it has it.
    SOURCE,
    /// Also how to reach the target. What else there is it uses where it has it.
    TARGET,
    /// Also how to reach source and target: all there is.
    CLUSTERS;

    Lookup documents() {
        return this == KAFKA ? Lookup.NEVER : Lookup.ALWAYS;
    }

    /// What a cut-over calls.
    Lookup cutover() {
        return switch (this) {
            case KAFKA -> Lookup.NEVER;
            case SOURCE, TARGET -> Lookup.IF_THERE;
            case DOCUMENTS, CLUSTERS -> Lookup.ALWAYS;
        };
    }

    Lookup cluster(Side side) {
        return switch (this) {
            case KAFKA, DOCUMENTS -> Lookup.NEVER;
            case SOURCE -> side == Side.SOURCE ? Lookup.ALWAYS : Lookup.IF_THERE;
            case TARGET -> side == Side.TARGET ? Lookup.ALWAYS : Lookup.IF_THERE;
            case CLUSTERS -> Lookup.ALWAYS;
        };
    }
}
