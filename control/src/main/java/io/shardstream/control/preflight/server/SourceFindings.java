package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.difference.LifecycleDifference;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.index.target.Policies;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is to be said of a source that can be copied.
public final class SourceFindings {
    private static final int SPARSE = 20;
    /// Three shards of one size have a third each; the largest decides how long reading takes.
    private static final double UNEVEN = 2;

    private SourceFindings() {}

    /// @param follow whether the run goes on to a cut-over
    public static List<Finding> of(IndexDescription source, List<ShardFacts> shards, long routed, boolean follow) {
        List<Finding> findings = new ArrayList<>();
        Policies.of(source::setting)
                .ifPresent(policy -> findings.add(Finding.warns(
                        FindingCode.SOURCE_UNDER_LIFECYCLE,
                        "The source has the lifecycle policy '" + policy + "', which may roll it over, shrink or delete"
                                + " it while it is copied. The target does not get it.",
                        "Take it off the source for the time of the run. " + afterwards(source, policy))));
        if ("true".equals(source.setting("index.blocks.read"))) {
            findings.add(Finding.blocks(
                    FindingCode.SOURCE_READ_BLOCKED,
                    "The source cannot be read (index.blocks.read).",
                    "Lift the block for the time of the run."));
        }
        SourceRules.problemOfRun(source)
                .ifPresent(problem -> findings.add(Finding.blocks(FindingCode.SOURCE_IS_TARGET, problem, "")));
        pipelines(source, findings);
        aliases(source.aliases(), follow, findings);
        if (routed > 0) {
            findings.add(Finding.notes(
                    FindingCode.CUSTOM_ROUTING,
                    "The source has " + NumberText.of(routed, "document") + " with a custom routing.",
                    ""));
        }
        density(shards, findings);
        return findings;
    }

    /// What refreshes cost and save.
    ///
    /// @param every about the time between two rounds of refreshes of one shard
    public static Finding refreshes(IndexDescription source, Duration every) {
        String own = source.setting("index.refresh_interval");
        String itself = own == null
                ? "refreshes by itself as the servers do it, once a second while it is searched"
                : own.startsWith("-") ? "never refreshes by itself" : "refreshes by itself once in " + own;
        String time = every.toMillisPart() == 0 ? NumberText.time(every) : every.toMillis() + " ms";
        return Finding.notes(
                FindingCode.SOURCE_REFRESHED,
                "Readers refresh a shard of the source that is written to about once in " + time
                        + " (source.refresh-interval); the index " + itself + " (index.refresh_interval). What is"
                        + " written is read up to one and a half times as long later.",
                "A longer source.refresh-interval costs the source less, and the target is that much further behind.");
    }

    private static String afterwards(IndexDescription source, String policy) {
        String origination = source.setting("index.lifecycle.origination_date");
        String created = source.setting("index.creation_date");
        return source.setting("index.lifecycle.name") == null || created == null
                ? "Set it on the target afterwards."
                : LifecycleDifference.advice(policy, origination == null ? "" : origination, created);
    }

    /// Of a copy that has versions of its own.
    public static Finding versions(GivenVersion given) {
        return Finding.warns(
                FindingCode.VERSIONS_GIVEN,
                "The source has a document of version " + given.words() + ".",
                "Use version.mode: source, which keeps the versions; or accept it when you cut over, with"
                        + " --accept-difference " + GivenVersion.NAME + ".");
    }

    /// What becomes of documents that somebody else writes to the target.
    ///
    /// @param follow whether the run finds what its source has deleted
    public static Optional<Finding> deletes(VersionMode versions, boolean follow, String targetIndex) {
        if (versions != VersionMode.SOURCE || !follow) {
            return Optional.empty();
        }
        return Optional.of(Finding.warns(
                FindingCode.TARGET_WRITES_DELETED,
                "With version.mode: source nothing tells who wrote a document of '" + targetIndex
                        + "'. Each sweep, 'verify --repair' and a cut-over delete whatever the source does not have.",
                "Let no application write to '" + targetIndex + "' before the swap."));
    }

    private static void pipelines(IndexDescription source, List<Finding> findings) {
        for (String name : List.of("index.default_pipeline", "index.final_pipeline")) {
            String pipeline = source.setting(name);
            if (pipeline != null && !pipeline.equals("_none")) {
                findings.add(Finding.notes(
                        FindingCode.SOURCE_PIPELINE,
                        "The source has the pipeline '" + pipeline + "' (" + name + "). The target does not get it: its"
                                + " documents have been through it already.",
                        "Set it on the target after the run, if what is written then shall go through it."));
            }
        }
    }

    private static void aliases(Set<String> all, boolean follow, List<Finding> findings) {
        List<String> aliases = OwnAliases.among(all).others();
        if (!aliases.isEmpty()) {
            findings.add(Finding.notes(
                    FindingCode.SOURCE_ALIASES,
                    "The source has the aliases " + String.join(", ", aliases) + ".",
                    follow
                            ? "'cutover' moves them to the target."
                            : "They stay with the source; 'cutover' moves them at the end of a run that follows it"
                                    + " (follow: true)."));
        }
    }

    private static void density(List<ShardFacts> shards, List<Finding> findings) {
        shards.stream()
                .filter(shard -> shard.density() < SPARSE)
                .findFirst()
                .ifPresent(sparse -> findings.add(Finding.notes(
                        FindingCode.SEQUENCE_NUMBERS_SPARSE,
                        "Of 100 sequence numbers of shard " + sparse.shard() + " " + sparse.density()
                                + " are still those of a document: it has many updates or deletes.",
                        "")));
        long bytes = ShardFacts.bytes(shards);
        shards.stream()
                .filter(shard -> shards.size() > 1 && shard.bytes() > UNEVEN * bytes / shards.size())
                .findFirst()
                .ifPresent(large -> findings.add(Finding.notes(
                        FindingCode.SOURCE_SHARDS_UNEVEN,
                        "Shard " + large.shard() + " of the source has " + NumberText.bytes(large.bytes()) + " of "
                                + NumberText.bytes(bytes) + ": it takes longest, whatever the number of readers.",
                        "")));
    }
}
