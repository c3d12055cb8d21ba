package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The topics of a run in which documents are that nobody else may hold: the docs topic and the rejects. How
/// many these are is known only together with the others, so `clean` deletes these first: where one of the
/// others is gone and one of these is there, somebody else has deleted it.
///
/// @param holding those of the two that are there
/// @param gone those that the run needs and that are not there
public record HeldDocuments(List<String> holding, List<String> gone) {
    /// @param said by a run that has a plan
    public static HeldDocuments of(RunTopics topics, ControlRecords said, RunInKafka.Found found) {
        return of(
                topics.inGeneration(said.plan().orElseThrow().generation()),
                found.topics().keySet());
    }

    /// @param topics in the generation of the plan
    /// @param there names of all that are there
    static HeldDocuments of(RunTopics topics, Set<String> there) {
        return new HeldDocuments(
                Stream.of(topics.docs(), topics.rejects())
                        .filter(there::contains)
                        .toList(),
                topics.all().stream()
                        .filter(name -> !there.contains(name))
                        .sorted()
                        .toList());
    }

    public boolean areThere() {
        return !holding.isEmpty();
    }

    /// Why nobody knows how many they are, as sentences; empty if that can be counted.
    public Optional<String> uncounted() {
        return gone.isEmpty()
                ? Optional.empty()
                : Optional.of("Topic " + String.join(", ", gone)
                        + " of the run is gone, so which documents only its other topics hold cannot be counted. If"
                        + " nobody needs them, delete " + String.join(" and ", holding)
                        + " by hand, and give 'clean' again.");
    }
}
