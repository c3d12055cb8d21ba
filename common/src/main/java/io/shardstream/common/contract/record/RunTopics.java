package io.shardstream.common.contract.record;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The topics of one run, and the names of the groups and transactional ids that belong to it.
///
/// Docs, outcomes and rejects are of a generation, since offsets of one docs topic mean nothing in another
/// one: when records are lost and everything is read again, it goes to topics of other names, which nobody
/// knows who works by the plan as it was.
///
/// @param run the run's name, as in the run file
/// @param generation of docs, outcomes and rejects, from 1
public record RunTopics(String run, int generation) {
    private static final String PREFIX = "shardstream.";
    private static final String DOCS = "docs";
    private static final String OUTCOMES = "outcomes";
    private static final String REJECTS = "rejects";
    private static final int FIRST = 1;
    /// A topic or group of a run. What Kafka Streams makes for the ledger has more behind its id.
    private static final Pattern OF_RUN = Pattern.compile("shardstream\\.([a-z0-9-]+)\\."
            + "(?:slices|control|events|members|readers|controllers|(?:docs|outcomes|rejects)(?:\\.[0-9]+)?"
            + "|(?:writers|ledger)\\..+)");

    public RunTopics {
        if (generation < FIRST) {
            throw new IllegalArgumentException("the topics' generation must be 1 or more, got " + generation);
        }
    }

    /// Those of a run that has lost nothing. Before its plan is known, only slices, control and the names of
    /// groups are certain.
    public RunTopics(String run) {
        this(run, FIRST);
    }

    /// The same run's in another generation.
    public RunTopics inGeneration(int other) {
        return new RunTopics(run, other);
    }

    /// One record a document; partition = lane, by default the target shard.
    public String docs() {
        return laned(DOCS);
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
        return laned(OUTCOMES);
    }

    /// Documents that the target refuses for good; partition = lane.
    public String rejects() {
        return laned(REJECTS);
    }

    /// What happened to the run, for people; one partition.
    public String events() {
        return name("events");
    }

    /// What readers and writers tell of themselves every few seconds; one partition. Kept for an hour.
    public String members() {
        return name("members");
    }

    /// Whether it is one of the run's with documents, of any generation.
    public boolean isOfDocuments(String topic) {
        return topic.startsWith(name(DOCS)) || topic.startsWith(name(REJECTS));
    }

    /// Whether it is one of the run's with outcomes, of any generation.
    public boolean isOfOutcomes(String topic) {
        return topic.startsWith(name(OUTCOMES));
    }

    /// All that the run cannot do without: [#events()] and [#members()] only tell.
    public List<String> all() {
        return List.of(docs(), slices(), control(), outcomes(), rejects());
    }

    /// The run that a topic or a consumer group belongs to, by its name; empty if it belongs to none.
    public static Optional<String> runOf(String name) {
        Matcher match = OF_RUN.matcher(name);
        return match.matches() ? Optional.of(match.group(1)) : Optional.empty();
    }

    /// Whether records of this topic, of any run, have documents as their values.
    public static boolean holdsDocuments(String topic) {
        // A run's name has no dot.
        int dot = topic.startsWith(PREFIX) ? topic.indexOf('.', PREFIX.length()) : -1;
        return dot >= 0 && (isNamed(DOCS, topic, dot + 1) || isNamed(REJECTS, topic, dot + 1));
    }

    /// With a generation behind it or without.
    private static boolean isNamed(String what, String topic, int from) {
        int end = from + what.length();
        return topic.startsWith(what, from)
                && (topic.length() == end
                        || (topic.charAt(end) == '.'
                                && topic.substring(end + 1).chars().allMatch(Character::isDigit)));
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

    /// The application that keeps the ledger: its group, and the beginning of the names of its topics. It
    /// names the docs topic's id for the same reason.
    public String ledger(String docsTopicId) {
        return name("ledger." + docsTopicId);
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

    /// Whatever the run has in Kafka, such as `topics and consumer groups (shardstream.cities.*)`: the names
    /// of all of them begin so, and those of no other run's, as a run's name has no dot.
    public String described() {
        return "topics and consumer groups (" + name("*") + ")";
    }

    private String laned(String what) {
        return generation == FIRST ? name(what) : name(what + "." + generation);
    }

    private String name(String what) {
        return PREFIX + run + "." + what;
    }
}
