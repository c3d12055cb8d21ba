package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import java.util.Optional;

/// One topic that a process of a run works with, as it has to stay while the run lasts.
///
/// @param name its name
/// @param id the topic's id; empty for the one that it has when it is first looked at
/// @param partitions how many it has
/// @param remedy what a person can do once it is not that topic any more, as a sentence
/// @param start what it means that its log does not begin at offset 0
public record WatchedTopic(String name, Optional<String> id, int partitions, String remedy, Start start) {
    /// What a person can do about topics of the lanes, or checkpoints, that cannot be used any more.
    public static final String READ_AGAIN = "'resume --read-again' lets the run read everything again into a new one.";

    /// What a person can do once nobody knows the run's plan any more.
    public static final String ADOPT_TARGET = "What it said of the run is lost. Stop all processes of the run, and"
            + " start 'run --adopt-target': while the run's other topics are there, it only says whether the target"
            + " can be adopted. If it can, delete them, and start it again: it compares the target with the source"
            + " and copies only what differs. If it cannot, keep them: nothing else tells of rejects, and of"
            + " documents that were not written.";

    /// What it means that the log of a partition does not begin at offset 0.
    public sealed interface Start {
        /// Nothing: what is done with is trimmed, or expires.
        record Moves() implements Start {}

        /// That somebody has to know, and nothing more.
        ///
        /// @param consequence what is not known any more, as a sentence
        record Told(String consequence) implements Start {}

        /// That records are lost which the run cannot do without. Compaction leaves the start where it is; only
        /// retention and people move it.
        record Fixed() implements Start {}
    }

    /// Documents on their way: who writes them looks by itself whether any of them was lost.
    public static WatchedTopic docs(RunTopics topics, RunPlan plan) {
        return new WatchedTopic(
                topics.docs(), Optional.of(plan.docsTopicId()), plan.lanes(), READ_AGAIN, new Start.Moves());
    }

    /// Checkpoints of the readers.
    public static WatchedTopic slices(RunTopics topics, RunPlan plan) {
        return new WatchedTopic(
                topics.slices(),
                Optional.empty(),
                plan.sourceShards(),
                "How far the source was read is lost, and nothing of the target: " + READ_AGAIN,
                new Start.Fixed());
    }

    /// The plan, and everything that was decided since.
    public static WatchedTopic control(RunTopics topics) {
        return new WatchedTopic(topics.control(), Optional.empty(), 1, ADOPT_TARGET, new Start.Fixed());
    }

    /// What became of the documents. They expire; the ledger counts those that it has not added up by then.
    public static WatchedTopic outcomes(RunTopics topics, RunPlan plan) {
        return new WatchedTopic(topics.outcomes(), Optional.empty(), plan.lanes(), READ_AGAIN, new Start.Moves());
    }

    /// Documents that the target has refused.
    public static WatchedTopic rejects(RunTopics topics, RunPlan plan) {
        return new WatchedTopic(
                topics.rejects(),
                Optional.empty(),
                plan.lanes(),
                READ_AGAIN,
                new Start.Told("Which documents those rejects were is not known any more: 'verify --repair' publishes"
                        + " them again, and the target says again what is wrong with them."));
    }
}
