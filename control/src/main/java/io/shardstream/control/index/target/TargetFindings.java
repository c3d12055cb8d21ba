package io.shardstream.control.index.target;

import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.List;

/// What the target will be like, and what of that would harm the documents or the run.
public final class TargetFindings {
    /// The settings by which an index does not take what a run does to it.
    public static final List<String> BLOCKS = List.of(
            "index.blocks.write",
            "index.blocks.read",
            "index.blocks.metadata",
            "index.blocks.read_only",
            "index.blocks.read_only_allow_delete");
    private static final String NONE = "_none";

    private TargetFindings() {}

    public static List<Finding> of(WantedTarget target) {
        List<Finding> findings = new ArrayList<>();
        if (target.exists() && target.isWishIgnored()) {
            findings.add(Finding.warns(
                    FindingCode.TARGET_WISH_IGNORED,
                    "The target index '" + target.name() + "' exists already: target.settings and target.mappings of"
                            + " the run file are not applied to it.",
                    "Delete it, and the run creates it as the run file says; or take them out of the run file."));
        }
        SourceRules.problemOfTarget(target.description(), target.settings())
                .ifPresent(problem -> findings.add(Finding.blocks(
                        SourceRules.tooManyShardsOfTarget(target.description()).isPresent()
                                ? FindingCode.TARGET_TOO_MANY_SHARDS
                                : FindingCode.TARGET_LOSES_DOCUMENTS,
                        problem,
                        "")));
        blocks(target, findings);
        durability(target, findings);
        pipelines(target, findings);
        Policies.of(target::setting)
                .ifPresent(policy -> findings.add(Finding.warns(
                        FindingCode.TARGET_UNDER_LIFECYCLE,
                        "The target is under the lifecycle policy '" + policy
                                + "', which may roll it over, shrink or delete it while it is filled.",
                        "Set the policy after the run.")));
        refresh(target, findings);
        aliases(OwnAliases.among(target.description().aliases()).others(), findings);
        return findings;
    }

    private static void aliases(List<String> aliases, List<Finding> findings) {
        if (!aliases.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.TARGET_ALIASES,
                    "The target has the aliases " + NameList.of(aliases) + ": applications that use them find the"
                            + " documents of the copy, and write to production's index after a cut-over.",
                    "Find out which applications use them. The cut-over needs your consent for each that the source"
                            + " does not have (--accept-difference '" + FieldConsent.TARGET_ALIAS + "<name>')."));
        }
    }

    private static void blocks(WantedTarget target, List<Finding> findings) {
        List<String> set = BLOCKS.stream()
                .filter(name -> "true".equals(target.setting(name)))
                .toList();
        if (!set.isEmpty()) {
            findings.add(Finding.blocks(
                    FindingCode.TARGET_BLOCKED,
                    "The target does not take what the run does to it (" + String.join(", ", set) + ").",
                    "Find out why it is blocked, and lift the block (false) before the run."));
        }
    }

    private static void durability(WantedTarget target, List<Finding> findings) {
        String translog = target.setting("index.translog.durability");
        boolean isAsync = translog != null && translog.equalsIgnoreCase("async");
        if (isAsync && target.replicasWhileCopying() == 0 && !(target.hasExpandedReplicas() && !target.exists())) {
            findings.add(Finding.blocks(
                    FindingCode.TRANSLOG_ASYNC_WITHOUT_REPLICAS,
                    "The target has no replicas and writes its translog asynchronously: when its node dies, documents"
                            + " that it has acknowledged are lost, and nothing notices but 'verify'.",
                    "Set index.translog.durability to request under target.settings, or "
                            + (target.replicas() == 0 ? "target.replicas" : "target.replicas-while-copying")
                            + " to 1."));
        } else if (isAsync) {
            findings.add(Finding.warns(
                    FindingCode.TRANSLOG_ASYNC,
                    "The target writes its translog asynchronously: when all nodes that hold a shard die at once,"
                            + " documents that they have acknowledged are lost.",
                    "Set index.translog.durability to request under target.settings."));
        } else if (target.replicas() == 0 && target.setting(TargetReplicas.EXPANSION) == null) {
            findings.add(Finding.warns(
                    FindingCode.NO_REPLICAS,
                    "The target has no replicas: when a disk is lost, so are its documents.",
                    "Set target.replicas, or raise index.number_of_replicas before production uses the target."));
        }
    }

    private static void pipelines(WantedTarget target, List<Finding> findings) {
        String last = target.setting("index.final_pipeline");
        if (last != null && !last.equals(NONE)) {
            findings.add(Finding.blocks(
                    FindingCode.TARGET_FINAL_PIPELINE,
                    "The target would have the final pipeline '" + last + "', which would change every document.",
                    "Take index.final_pipeline away, and set it after the run."));
        }
        String first = target.setting("index.default_pipeline");
        if (first != null && !first.equals(NONE)) {
            findings.add(Finding.notes(
                    FindingCode.TARGET_DEFAULT_PIPELINE,
                    "The target has the default pipeline '" + first + "'. What the run writes passes it by; what"
                            + " production writes after a cut-over goes through it.",
                    ""));
        }
    }

    private static void refresh(WantedTarget target, List<Finding> findings) {
        String interval = target.setting("index.refresh_interval");
        if (interval == null || interval.equals("1s")) {
            findings.add(Finding.notes(
                    FindingCode.TARGET_REFRESHES_OFTEN,
                    "The target refreshes every second as soon as somebody searches it.",
                    "index.refresh_interval: 30s under target.settings makes writing cheaper; set it back before"
                            + " production searches the target."));
        }
    }
}
