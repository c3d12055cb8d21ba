package io.shardstream.common.log;

/// Every key that a log line may have where lines are JSON, in the order in which they are written. The table in
/// `docs/running.md` is checked against this list. None holds a part of a document or a secret.
public enum LogKey {
    TIME("time", "When, in UTC, to the millisecond."),
    LEVEL("level", "`ERROR`, `WARN`, `INFO`; `DEBUG` where somebody asks for it."),
    RUN("run", "The run's name; on every line, of Kafka's clients too, once the run file has been read."),
    PART("part", "What the process is: `run`, `control`, `reader` or `writer`."),
    INSTANCE(
            "instance",
            "Which process: its `--instance`, else its id, its machine, and what was drawn when it was"
                    + " started, such as `4711@search-3/9f2c1a`."),
    SHARD("shard", "The number of the source shard that the line is about."),
    LANE("lane", "The number of the lane, or target shard, that the line is about."),
    NODE("node", "The `node.name` of the data node that the line is about, as far as it is known."),
    INDEX("index", "The index that the line is about."),
    MESSAGE("message", "What happened, in a sentence: what the line says where lines are text."),
    ERROR("error", "The exception behind it, and what caused that."),
    LOGGER("logger", "The class that says it."),
    THREAD("thread", "The thread that says it.");

    private final String key;
    private final String meaning;

    LogKey(String key, String meaning) {
        this.key = key;
        this.meaning = meaning;
    }

    /// As it is written.
    public String key() {
        return key;
    }

    /// In Markdown.
    public String meaning() {
        return meaning;
    }
}
