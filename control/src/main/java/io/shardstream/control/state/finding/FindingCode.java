package io.shardstream.control.state.finding;

import java.util.Locale;

/// What can be found out, one constant for each distinct thing. Programs may rely on the labels: one that was
/// released is never given another meaning, and `docs/findings.md` lists them all.
public enum FindingCode {
    // Kafka and its brokers.
    KAFKA_ANSWERS("kafka", "Kafka answers."),
    KAFKA_NOT_ANSWERING("kafka", "Kafka cannot be asked, or refuses what it is asked."),
    KAFKA_TOO_OLD("version", "The brokers are older than Kafka 4.0."),
    TOO_FEW_BROKERS("kafka", "There are fewer brokers than kafka.replication asks for."),
    REPLICATION_BELOW_MIN_ISR("kafka", "kafka.replication is lower than the brokers' min.insync.replicas."),
    REPLICATION_CHOSEN("kafka", "How many brokers keep each topic was chosen for the run."),
    REPLICATION_OF_ONE("kafka", "Each topic of the run is kept on one broker only."),
    ACKNOWLEDGED_BY_ONE_BROKER("kafka", "Brokers acknowledge records that only one of them has."),
    UNCLEAN_LEADER_ELECTION("kafka", "A broker that lacks records may become the leader of a partition."),
    SESSION_TIMEOUT_REFUSED("kafka", "The brokers do not take the session-timeout of the run file."),
    BROKER_DISK_TOO_SMALL("disk", "The documents do not fit on the brokers' disks, even compressed."),
    BROKER_DISK_TIGHT("disk", "The documents may fill a broker's disk."),
    BROKER_DISK_SUFFICIENT("disk", "The documents fit on the brokers' disks."),

    // Topics of the run.
    CONTROL_TOPIC_LOST("topics", "The run's control topic has lost the plan, or is gone."),
    RECORD_UNREADABLE("topics", "A record of a topic of the run cannot be read."),
    TOPIC_CHANGED("topics", "A topic of the run is gone, was made again, or has another number of partitions."),
    TOPIC_REFUSED("topics", "The brokers would refuse to create a topic of the run."),
    TOPIC_OF_ANOTHER_RUN("topics", "A topic of the run's name holds records of another run."),
    TOPIC_REPLICAS_BELOW_MIN_ISR("topics", "A topic has fewer replicas than it needs to take records."),
    TOPIC_REPLICAS_MISSING("topics", "A topic has fewer replicas than kafka.replication asks for."),
    TOPIC_REPLICAS_NOT_IN_SYNC("topics", "Replicas of a topic are away or have not caught up."),
    TOPIC_DELETES_RECORDS("topics", "A topic deletes records that may still be needed."),

    // The run.
    RUN_NOT_PREPARED("run", "The run has not begun yet."),
    RUN_PREPARED("run", "The run has begun already, and 'run' continues it."),
    RUN_ENDED("run", "The run has ended."),
    RUN_PAUSED("run", "The run is paused."),
    RUN_THROTTLED("run", "The run may do nothing at this time by its throttle."),
    REQUEST_OPEN("run", "A cut-over, rollback, release or abort was asked for and has no answer yet."),
    RUN_BLOCKED("blocked", "A part of the run waits until somebody does something."),
    NO_CONTROLLER("run", "No process controls the run."),
    NO_READER("run", "No reader is at work."),
    NO_WRITER("run", "No writer is at work."),
    PROCESSES_AT_WORK("run", "Readers, writers or controllers are at work."),
    RUN_FILE_DIFFERS("run-file", "The run file no longer says what the run was planned with."),
    RUN_FILE_WRITABLE("run-file", "Other users of this machine may change the run file."),
    SECRET_READABLE("run-file", "Other users of this machine may read or change a file that holds a secret."),
    CREDENTIALS_IN_PLAIN_TEXT("run-file", "Credentials are sent to another machine as plain text."),
    CLUSTERS_DIFFER("run-file", "The run file leads to other clusters than those of the run."),
    WRITES_REFUSED("writes", "Production's writes are refused by a write block that the run has set, or may have set."),
    ALIAS_MOVED_AWAY(
            "aliases",
            "Somebody has moved an alias of production: off the source, or from where the cut-over has put it, as by"
                    + " putting the cluster back to an earlier state."),
    LOST_SINCE_CUTOVER("target", "A shard of the target does not have any more what it had at the cut-over."),

    // Certificates and clocks.
    CERTIFICATE_VALID("certificate", "A server's certificate is valid for at least two more weeks."),
    CERTIFICATE_ENDS_SOON("certificate", "A server's certificate ends in less than two weeks."),
    CERTIFICATE_ENDED("certificate", "A server's certificate has ended."),
    CERTIFICATE_NOT_SEEN("certificate", "A server does not show its certificate."),
    CERTIFICATE_NOT_TRUSTED("certificate", "A broker's certificate is not trusted by the run file's settings."),
    TRUST_STORE_UNREADABLE("certificate", "The certificates of those who are to be trusted cannot be read."),
    NODE_CLOCK_OFF("clock", "A node's clock is more than ten seconds away from this machine's."),
    RECORD_FROM_THE_FUTURE("clock", "A record of the run has a date more than ten seconds in the future."),

    // The two clusters.
    SOURCE_ANSWERS("source", "The source answers."),
    TARGET_ANSWERS("target", "The target answers."),
    SOURCE_NOT_ANSWERING("source", "The source cannot be asked."),
    TARGET_NOT_ANSWERING("target", "The target cannot be asked."),
    ADDRESS_NOT_ANSWERING("address", "An address of the run file, or of a data node, does not answer."),
    ADDRESSES_NOT_NAMED("address", "Nodes publish addresses whose hosts the run file does not name."),
    VERSION_TESTED("version", "A cluster has a version that Shardstream is tested with."),
    VERSION_NOT_TESTED("version", "A cluster has a version that Shardstream is not tested with."),
    VERSION_NOT_SUPPORTED("version", "A cluster has a version that Shardstream does not work with."),
    VERSIONS_MIXED("version", "The nodes of a cluster have different versions."),
    DISK_ABOVE_WATERMARK("disk", "A node's disk is fuller than the high watermark."),
    SOURCE_PRIMARY_MISSING("source", "A shard of the source has no primary that answers."),
    TARGET_PRIMARY_MISSING("target", "A shard of the target has no primary."),
    SOURCE_REPLICAS_MISSING("source", "Replicas of the source are missing."),
    TARGET_REPLICAS_MISSING("target", "Replicas of the target are missing."),
    DOCS_TRIMMED_LATE("trim", "The docs topic grows, as it is not trimmed as soon as documents are written."),

    // What users may do.
    PRIVILEGE_MISSING("privileges", "A user lacks a privilege that the run needs."),
    ROLES_HIDE_DOCUMENTS("privileges", "Roles of the source's user hide documents or fields from it."),
    USER_MAY_DO_ANYTHING("privileges", "A user of the run may do anything on its cluster."),
    USER_MAY_WRITE_SOURCE("privileges", "The source's user may write to the source, which a run never does."),

    // The source index.
    SOURCE_MISSING("source", "There is no index of the source's name."),
    SOURCE_MADE_AGAIN("source", "The source index is not the one with which the run began."),
    SOURCE_NOT_SEEN("source", "A node does not know the run's source index, which may be there all the same."),
    SOURCE_NOT_AN_INDEX("source", "The source's name is not that of one open index, or the index cannot be described."),
    SOURCE_READ_BLOCKED("source", "The source has a block against reading."),
    SOURCE_NOT_KEPT("_source", "The source does not keep documents as they were written."),
    SOURCE_MODE_NOT_COPIED("_source", "The source has an index.mode that is not copied."),
    SOURCE_MOUNTED_OR_FROZEN("source", "The source is mounted from a snapshot, or frozen."),
    SEQUENCE_NUMBERS_DISABLED("_source", "The source has its sequence numbers disabled."),
    SOURCE_TOO_MANY_SHARDS("_source", "The source has more shards than can be copied."),
    VECTORS_REWRITTEN("_source", "The source does not keep vectors byte for byte."),
    SEQUENCE_NUMBERS_NOT_SEARCHABLE("source", "The source cannot be searched by sequence number."),
    SEQUENCE_NUMBERS_SLOW("source", "The source searches slowly by sequence number and is read in slices."),
    KEEP_ALIVE_SHORT("source", "The source ends a point in time sooner than the next request may come."),
    SEQUENCE_NUMBERS_SPARSE("density", "Many sequence numbers of a shard are no longer those of a document."),
    VERSIONS_NOT_SAFE("version.mode", "The documents' versions cannot be used as version.mode asks."),
    VERSIONS_GIVEN(
            "version.mode", "Clients give documents of the source their versions, which the target does not keep."),
    TARGET_WRITES_DELETED(
            "version.mode", "What anybody else writes to the target is deleted, as versions do not tell who wrote it."),
    SOURCE_SHARDS_UNEVEN("shards", "One shard of the source is much larger than the others."),
    SOURCE_UNDER_LIFECYCLE("lifecycle", "The source is under a lifecycle policy."),
    SOURCE_FOLLOWS("replication", "The source follows an index of another cluster, to which production writes."),
    SOURCE_FOLLOWED("replication", "Indices of other clusters follow the source."),
    SOURCE_PIPELINE("pipeline", "The source has an ingest pipeline, which the target does not get."),
    SOURCE_REFRESHED("refresh", "How often readers refresh the source, and what that costs."),
    GUARDED_BY_DEFAULT("guard", "The run gives way to production, as the run file does not say guard."),
    GUARD_CANNOT_MEASURE("guard", "The default guard cannot measure production, so the run would not give way."),
    FOLLOW_NOT_SAID("follow", "The source is being written to, and the run file does not say follow."),
    SOURCE_WRITTEN_LATELY("follow", "The source was written to lately, and the run file does not say follow."),
    SOURCE_ALIASES("aliases", "The source has aliases."),
    SOURCE_IS_TARGET("aliases", "The source is the target of another run, which writes to it."),
    TARGET_ALIASES("aliases", "The target has aliases by which applications find it."),
    FIELDS_NOT_TESTED("untried-fields", "The source has fields of a kind that no test copies between these servers."),
    FIELDS_COMPUTED_BY_MODEL("untried-fields", "The target computes what is searched in a field anew, by a model."),
    NUMBERS_IN_DATES("fields", "Documents have numbers in dates that the target reads otherwise in searches."),
    TEXT_FIELDS_UNUSED("fields", "Text fields of the source are not searched by anybody."),

    // Documents.
    DOCUMENTS_TOO_LARGE("documents", "A document is larger than can be carried."),
    DOCUMENTS_NEAR_LIMIT("documents", "A document of the sample is more than half as large as can be carried."),
    DOCUMENTS_FIT("documents", "No document is larger than can be carried."),
    DOCUMENT_LIMIT_LOWERED("documents", "A server takes only smaller documents than the run carries."),
    DOCUMENTS_REFUSED("mapping", "The target refuses documents of the sample."),

    // Where documents are put.
    CUSTOM_ROUTING("routing", "The source has documents with a custom routing."),
    ROUTING_OF_RESIZED_SOURCE("routing", "The source was resized, and a shard may hold an id several times."),
    ROUTING_COLLIDES("routing", "A shard of the target would take from several shards of the source."),
    ROUTING_REQUIRED_BY_TARGET("routing", "The target refuses documents without a routing, which the source has."),
    ROUTING_REQUIRED_DIFFERS("routing", "Only one side requires a routing with each document."),
    ROUTING_PARTITIONS_DIFFER("routing", "Documents of one routing are spread over another number of shards."),
    ROUTING_SHARDS_DIFFER("routing", "The target has another index.number_of_routing_shards than the source."),
    ALIAS_FINDS_OTHERS("routing", "An alias with a routing finds documents that lie on other shards of the target."),
    CHILDREN_PARTED("routing", "Children of a join field lie on other shards of the target than their parents."),

    // The target index.
    TARGET_GONE("target", "The target index of a run that has begun is gone."),
    TARGET_MADE_AGAIN("target", "The target index is not the one with which the run began."),
    TARGET_NOT_SEEN("target", "A node does not know the run's target index, which may be there all the same."),
    TARGET_NOT_AN_INDEX("target", "The target's name is not that of one open index, or the index cannot be described."),
    TARGET_IS_SOURCE("target", "Source and target are the same index."),
    TARGET_TOO_MANY_SHARDS("target", "The target has more shards than can be written to."),
    TARGET_OF_ANOTHER_RUN("target", "The target belongs to another run, or is being taken by one."),
    TARGET_UNFIT(
            "target",
            "The target would not keep documents as they are, does not number them, or has another number of shards."),
    TARGET_USED("target", "The target has held documents before."),
    TARGET_NOT_AS_ASKED("target", "The target exists and is not what the run file asks for."),
    TARGET_HAS_SOURCES_ALIAS("target", "An alias leads to source and target at once."),
    CLUSTER_CLONED("target", "Source and target are two clusters that have one cluster_uuid."),
    TARGET_WISH_IGNORED("target", "The target exists, so the run file's settings and mappings are not applied."),
    TARGET_BLOCKED("target", "The target has a block against what the run does to it."),
    TARGET_FLOODED("disk", "The target takes no writes because a disk was filled beyond the flood stage."),
    TARGET_LOSES_DOCUMENTS(
            "_source", "The target would not keep documents as they are sent, or would not number them."),
    TARGET_FINAL_PIPELINE("pipeline", "A final pipeline of the target would change every document."),
    TARGET_DEFAULT_PIPELINE("pipeline", "The target has a default pipeline, which the run passes by."),
    TARGET_UNDER_LIFECYCLE("lifecycle", "The target is under a lifecycle policy."),
    TARGET_REFRESHES_OFTEN("refresh", "The target refreshes every second."),
    TARGET_CREATION_REFUSED("mapping", "The target's cluster refuses to create such an index."),
    FIELD_KINDS_MISSING("mapping", "The target's server lacks kinds of fields that the target would have."),
    WRITES_WAIT_FOR_COPIES(
            "shards", "Before each write the target waits for more active copies of a shard than there are."),
    TRANSLOG_ASYNC_WITHOUT_REPLICAS("durability", "The target loses acknowledged documents when one node dies."),
    TRANSLOG_ASYNC("durability", "The target writes its translog asynchronously."),
    NO_REPLICAS("durability", "The target has no replicas."),
    REPLICAS_WHILE_COPYING("durability", "The target could have fewer replicas until the backfill is done."),
    REPLICAS_EXPANDED("durability", "The target's cluster would set the number of replicas by itself."),
    SETTINGS_LEFT_OUT("left-out-settings", "Settings of the source are not carried to the target."),
    SETTINGS_LEFT_OUT_IN_VAIN("target.settings", "The run file leaves out settings that the source does not have."),

    // Templates of the target's cluster.
    TEMPLATE_MAKES_DATA_STREAMS("template", "An index template allows only data streams of the target's name."),
    TEMPLATE_ALIASES("aliases", "An index template would give the target aliases."),
    TEMPLATE_FINAL_PIPELINE("pipeline", "An index template would give the target a final pipeline."),
    TEMPLATE_LOSES_DOCUMENTS(
            "_source", "An index template would make a target that does not keep documents, or does not number them."),
    TEMPLATE_LIFECYCLE("lifecycle", "An index template would put the target under a lifecycle policy."),

    // Room for the target.
    DISK_TOO_SMALL("disk", "The copy does not fit on the target's disks."),
    DISK_TIGHT_WHILE_MERGING("disk", "The copy fits on the target's disks, but not while segments are merged."),
    DISK_SUFFICIENT("disk", "The copy fits on the target's disks."),
    DISK_TOO_SMALL_FOR_A_SHARD("disk", "A shard of the target fits on no node."),
    DISK_OF_NODE_TOO_SMALL("disk", "A node would get more of the copy than it has room for."),
    SHARD_LIMIT_EXCEEDED("shards", "The target's cluster does not take as many shards."),
    REPLICAS_UNASSIGNED("shards", "There are too few nodes for the target's replicas."),
    SHARDS_LARGE("shards", "The target's shards would be large."),
    SHARDS_SMALL("shards", "The target's shards would be small."),

    // Where the target's mapping is not the source's.
    FIELD_TYPE_DIFFERS("mapping", "A field has another type in the target."),
    FIELD_REFUSED("mapping", "The target refuses documents with a field of the source."),
    FIELD_STRICTER("mapping", "A field takes fewer values in the target."),
    FIELD_NOT_SEARCHABLE("mapping", "A field cannot be searched, sorted or aggregated as in the source."),
    FIELD_SEARCHED_DIFFERENTLY("mapping", "A field is searched or scored differently in the target."),
    FIELD_NOT_INDEXED("mapping", "The target keeps a field of the source without indexing it."),
    SUB_FIELD_MISSING("mapping", "The target lacks a sub-field of the source."),
    FIELD_TYPE_GUESSED("mapping", "The target would guess the type of a field of the source."),
    DYNAMIC_DIFFERS("mapping", "New fields are mapped on one side only."),
    NEW_FIELDS_DIFFER("mapping", "A new field may become another type in the target than in the source."),
    FIELD_ADDED("mapping", "The target maps a field that the source does not map."),
    FIELD_PARAMETER_DIFFERS("mapping", "A field has other parameters in the target."),
    MAPPING_TYPE_DIFFERS("mapping", "The target does not have the mapping type that clients may name in requests."),

    // Where the target's settings are not the source's.
    FEWER_DOCUMENTS_TAKEN("settings", "The target takes fewer documents than the source did."),
    ANALYSIS_DIFFERS("settings", "The target analyzes text differently."),
    SIMILARITY_DIFFERS("settings", "The target scores search results differently."),
    SMALLER_SEARCHES_TAKEN("settings", "The target takes smaller searches than the source."),
    QUERY_DEFAULTS_DIFFER("settings", "The target reads queries differently."),
    INDEX_SORT_DIFFERS("settings", "The target sorts its segments differently."),
    REFRESH_DIFFERS("settings", "The target shows writes at another time."),
    COPIES_DIFFER("settings", "The target has another number of copies."),
    SETTING_DIFFERS("settings", "Another setting of the target is not the source's."),

    // The sample.
    TRIAL_NOT_ISOLATED("sample", "Nothing was written to try the target, as an index template gives aliases."),
    TRIAL_INDEX_LEFT("sample", "The throw-away index may still be there."),

    // The cut-over.
    REPLACE_INDEX_INEFFECTIVE("cutover", "cutover.replace-index has no effect without follow: true."),
    SOURCE_REPLACED("cutover", "The cut-over deletes the source index and keeps a copy for a rollback."),
    SOURCE_REPLACED_WITHOUT_COPY("cutover", "The cut-over deletes the source index, and a rollback is not possible."),
    SOURCE_OF_ANOTHER_RUN("cutover", "The cut-over deletes the source index, which another run needs."),
    REPLACE_INDEX_IMPOSSIBLE("cutover", "Source and target are different clusters, so the index cannot be replaced."),
    ALIAS_NAME_TAKEN("cutover", "The target's cluster has something of the name of one of production's aliases."),
    ALIAS_GROUP_LEFT_BEHIND(
            "cutover",
            "An alias of the source also points to other indices, which the target's cluster does not have."),
    CLUSTER_SETTINGS_DIFFER("cutover", "A setting that clients would notice differs between the two clusters."),
    ROLLOVER_REFUSED("cutover", "After the cut-over the servers would refuse to roll a write alias over."),
    ROLLOVER_DIFFERS(
            "cutover", "After the cut-over, a rollover may create an index with different settings or mappings."),
    NAMES_ALIKE("cutover", "Source and target have names of one beginning, so that patterns of clients meet both."),
    REFERENCE_DIFFERS("cutover", "A pipeline or synonyms that the source names are not alike in both clusters."),

    // What servers do not tell.
    CLUSTER_UNKNOWN(Finding.UNKNOWN, "A cluster does not tell what it is and which nodes it has."),
    DISKS_UNKNOWN(Finding.UNKNOWN, "A cluster does not tell how full its disks are or may get."),
    SHARD_COUNT_UNKNOWN(Finding.UNKNOWN, "A cluster does not tell how many shards it has."),
    HEALTH_UNKNOWN(Finding.UNKNOWN, "A cluster does not tell the health of an index."),
    CLOCKS_UNKNOWN(Finding.UNKNOWN, "The time on nodes or brokers is not known."),
    PRIVILEGES_UNKNOWN(Finding.UNKNOWN, "A cluster does not tell what the user of the run may do."),
    HIDDEN_DOCUMENTS_UNKNOWN(Finding.UNKNOWN, "The source does not tell whether roles hide documents."),
    SOURCE_UNKNOWN(Finding.UNKNOWN, "The source does not tell what its index is like."),
    DOCUMENT_SIZES_UNKNOWN(Finding.UNKNOWN, "Whether a document is too large to be carried is not known."),
    FIELD_USAGE_UNKNOWN(Finding.UNKNOWN, "The source does not tell which text fields are searched."),
    SOURCE_WRITES_UNKNOWN(Finding.UNKNOWN, "Whether the source is being written to is not known."),
    ROUTING_UNKNOWN(Finding.UNKNOWN, "How source and target put documents into shards is not known."),
    TARGET_UNKNOWN(Finding.UNKNOWN, "The target does not tell what its index is like."),
    TEMPLATES_UNKNOWN(Finding.UNKNOWN, "The target does not tell what index templates would add."),
    SPEED_UNKNOWN(Finding.UNKNOWN, "How fast documents are copied, and which the target refuses, is not known."),
    SWAP_UNKNOWN(Finding.UNKNOWN, "Whether production's aliases can be moved is not known."),
    BROKER_VERSION_UNKNOWN(Finding.UNKNOWN, "The brokers do not tell their version."),
    BROKER_DISKS_UNKNOWN(Finding.UNKNOWN, "The brokers do not tell how much room their disks have."),
    BROKER_SETTINGS_UNKNOWN(Finding.UNKNOWN, "The brokers do not tell their settings."),
    TOPIC_SETTINGS_UNKNOWN(Finding.UNKNOWN, "The brokers do not tell the settings of a topic of the run."),
    PROCESSES_UNKNOWN(Finding.UNKNOWN, "Which processes work for the run is not known."),
    WRITE_BLOCK_UNKNOWN(Finding.UNKNOWN, "Whether the run has blocked writes is not known."),
    ALIASES_UNKNOWN(Finding.UNKNOWN, "Where production's aliases are since the cut-over is not known.");

    private final String topic;
    private final String meaning;

    FindingCode(String topic, String meaning) {
        this.topic = topic;
        this.meaning = meaning;
    }

    /// The word for people and programs, such as `disk-above-watermark`.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// What it is about, one word that several codes share, such as `disk`.
    public String topic() {
        return topic;
    }

    /// What it means, a sentence.
    public String meaning() {
        return meaning;
    }
}
