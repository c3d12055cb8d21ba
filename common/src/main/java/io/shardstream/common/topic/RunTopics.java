package io.shardstream.common.topic;

import java.util.List;

/// The topics of one run, and the names of the groups and transactional ids that belong to it.
///
/// @param run the run's name, as in the run file
public record RunTopics(String run) {
    private static final String PREFIX = "shardstream.";

    /// One record a document; partition = lane, by default the target shard.
    public String docs() {
        return name("docs");
    }

    /// Checkpoints, compacted; partition = source shard.
    public String slices() {
        return name("slices");
    }

    /// What the run is, where it stands and what it is asked for, compacted; one partition.
    public String control() {
        return name("control");
    }

    /// What became of each range of offsets; partition = lane.
    public String outcomes() {
        return name("outcomes");
    }

    /// Documents that the target refuses for good; partition = lane.
    public String rejects() {
        return name("rejects");
    }

    public List<String> all() {
        return List.of(docs(), slices(), control(), outcomes(), rejects());
    }

    /// The group in which readers share the source shards.
    public String readersGroup() {
        return name("readers");
    }

    /// The group in which writers share the lanes. It names the docs topic's id too: offsets committed
    /// for a docs topic that was deleted mean nothing in the next one of the same name.
    public String writersGroup(String docsTopicId) {
        return name("writers." + docsTopicId);
    }

    /// The group whose one member that has the control topic's partition is the run's controller.
    public String controllersGroup() {
        return name("controllers");
    }

    /// The id that fences an earlier controller.
    public String controllerTransactionalId() {
        return name("controller");
    }

    /// The id that fences an earlier reader of the same source shard.
    public String sliceTransactionalId(int sourceShard) {
        return name("slice." + sourceShard);
    }

    private String name(String what) {
        return PREFIX + run + "." + what;
    }
}
