package io.shardstream.ittests.plan;

import java.util.regex.Pattern;

/// What `plan` says of a run that would fail, or lose something: severity and code as in `plan -o json`, the whole
/// sentence, and a piece of the advice.
enum Problem {
    TOO_LITTLE_DISK(
            "blocks",
            "disk-too-small",
            "The copy takes about .* with 1 replica, and .*; on 2 nodes that may hold it there is room for 0 B below the"
                    + " high watermark \\(1000tb\\)\\.",
            "target.replicas"),
    NO_SOURCE("blocks", "source-not-kept", "Source index '.*' has _source disabled: there is nothing to copy\\..*", ""),
    MAPPING_CONFLICT(
            "warns",
            "documents-refused",
            "Mapping conflict: the sample has 3 documents, of which the target refuses 1, for example 'words':.*",
            "target.mappings"),
    TRIAL_IN_AN_ALIAS(
            "warns",
            "trial-not-isolated",
            "Nothing was written to try the target: an index template would give the throw-away index '.*' the aliases"
                    + " production-of-.*, by which others search and write\\.",
            "Choose a name"),
    ROUTING(
            "blocks",
            "routing-collides",
            "The source has 1 document with a custom routing, and with 5 shards in the target one would take from"
                    + " several of the source's 3: .*",
            ""),
    HASH_RANGES(
            "notes",
            "routing-shards-differ",
            "The source divides hashes into 768 parts, the target into 640 \\(index.number_of_routing_shards\\)\\.",
            "split"),
    RETENTION(
            "blocks",
            "topic-deletes-records",
            "Topic .*\\.docs.* has retention.ms=3600000, by which records are deleted that may not have been written"
                    + " yet\\.",
            "Set retention.ms of this topic to -1 at once."),
    DURABILITY(
            "blocks",
            "translog-async-without-replicas",
            "The target has no replicas and writes its translog asynchronously: .*",
            "index.translog.durability"),
    PIPELINE(
            "blocks",
            "target-final-pipeline",
            "The target would have the final pipeline 'stamp', which would change every document\\.",
            "index.final_pipeline"),
    PIPELINE_OF_TEMPLATE(
            "blocks",
            "template-final-pipeline",
            "Index template '.*' would give target index '.*' the final pipeline 'stamp', which would change every"
                    + " document\\.",
            "index.final_pipeline: _none"),
    ALIAS_OF_TEMPLATE(
            "blocks",
            "template-aliases",
            "Index template '.*' would give target index '.*' the aliases production-of-.*, by which it would be searched"
                    + " or written before it is complete\\.",
            "Name a target index");

    private final String severity;
    private final String code;
    private final Pattern sentence;
    private final String advice;

    Problem(String severity, String code, String sentence, String advice) {
        this.severity = severity;
        this.code = code;
        this.sentence = Pattern.compile(sentence);
        this.advice = advice;
    }

    boolean isToldBy(Plan.Finding finding) {
        return finding.severity().equals(severity)
                && finding.code().equals(code)
                && sentence.matcher(finding.what()).matches()
                && finding.advice().contains(advice);
    }
}
