package io.shardstream.control.preflight;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.ClonedCluster;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.SharedAliases;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.difference.ReferredDifferences;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.server.RequiredPrivileges;
import io.shardstream.control.index.server.VersionRule;
import io.shardstream.control.preflight.server.NameFindings;
import io.shardstream.control.run.condition.ClusterDifferences;
import io.shardstream.control.run.condition.GroupAliases;
import io.shardstream.control.run.condition.NextIndices;
import io.shardstream.control.run.condition.RolledOverAliases;
import io.shardstream.control.run.condition.TakenNames;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Asks whether an alias leads to source and target at once, and, of a run that is to be cut over, whether
/// production's aliases could be moved to the target.
final class SwapSurvey {
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final SurveySettings settings;
    private final FindingList findings;

    SwapSurvey(ElasticCluster source, ElasticCluster target, SurveySettings settings, FindingList findings) {
        this.source = source;
        this.target = target;
        this.settings = settings;
        this.findings = findings;
    }

    /// @param to the target's server; empty if nobody answers there
    void look(Server from, Optional<Server> to) {
        if (to.isEmpty()) {
            return;
        }
        cloned();
        shared();
        if (!settings.run().follow()) {
            return;
        }
        try {
            look(from, to.get());
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.SWAP_UNKNOWN, "whether production's aliases can be moved (" + e.getMessage() + ")."));
        }
    }

    /// A run that begins is refused for it, whether it follows its source or not.
    private void cloned() {
        try {
            ClonedCluster.problem(source, target)
                    .ifPresent(problem -> findings.add(Finding.blocks(FindingCode.CLUSTER_CLONED, problem, "")));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.SWAP_UNKNOWN, "whether source and target are one cluster (" + e.getMessage() + ")."));
        }
    }

    /// A run that begins is refused for one, whether it follows its source or not.
    private void shared() {
        RunSettings run = settings.run();
        try {
            SharedAliases.problem(
                            source, run.sourceIndex(), target, run.target().index(), run.follow())
                    .ifPresent(
                            problem -> findings.add(Finding.blocks(FindingCode.TARGET_HAS_SOURCES_ALIAS, problem, "")));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.TARGET_UNKNOWN,
                    "whether an alias leads to the target as well as to the source (" + e.getMessage() + ")."));
        }
    }

    private void look(Server from, Server to) throws ElasticException {
        HttpClusterSwitch here = new HttpClusterSwitch(source);
        HttpClusterSwitch there = new HttpClusterSwitch(target);
        String index = settings.run().sourceIndex();
        String copy = settings.run().target().index();
        List<Alias> production = production(here, index);
        List<String> rolledOver = RolledOverAliases.of(production, index, copy).stream()
                .map(NoticedDifference::words)
                .toList();
        if (!rolledOver.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.ROLLOVER_REFUSED,
                    "After the cut-over, rollover would be refused: " + NameList.of(rolledOver) + ".",
                    "Choose a target.index that ends with a hyphen and a number: with another one the cut-over asks for"
                            + " consent by name."));
        }
        List<String> next = NextIndices.differing(production, here, index, there, copy).stream()
                .map(NoticedDifference::words)
                .toList();
        if (!next.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.ROLLOVER_DIFFERS,
                    "After the cut-over, a rollover may create a different kind of index: " + NameList.of(next) + ".",
                    "Choose a target.index that matches the same index templates, or add a template for it. Otherwise the"
                            + " cut-over asks for consent by name."));
        }
        boolean isOneCluster = here.clusterUuid().equals(there.clusterUuid());
        if (!isOneCluster) {
            referred(here, there, index);
            leftBehind(GroupAliases.leftBehind(production, here, index, there));
            clusters(ClusterDifferences.of(here, there));
            for (TakenNames.Taken taken : new TakenNames(there, copy).among(production)) {
                String what = Character.toUpperCase(taken.sentence().charAt(0))
                        + taken.sentence().substring(1) + ".";
                findings.add(
                        taken.isRefused()
                                ? Finding.blocks(
                                        FindingCode.ALIAS_NAME_TAKEN,
                                        what,
                                        "Take it away there: before that the run cannot be cut over.")
                                : Finding.warns(
                                        FindingCode.ALIAS_NAME_TAKEN, what, "Take it away there before the cut-over."));
            }
        }
        List<Need> needs = new ArrayList<>(
                RequiredPrivileges.ofSwap(production.stream().map(Alias::name).toList()));
        if (isOneCluster) {
            NameFindings.of(index, copy).ifPresent(findings::add);
            needs.add(RequiredPrivileges.ofMoving(index));
        }
        String blocks = AliasKind.BLOCK.of(settings.run().topics().run()) + "*";
        List<Need> needsOfSource = new ArrayList<>(RequiredPrivileges.ofOwnAliases(blocks));
        if (!isOneCluster && VersionRule.mayLackCondition(from)) {
            needsOfSource.addAll(RequiredPrivileges.ofAnchors(
                    RunAliases.ANCHORS,
                    AliasKind.ANCHOR.of(settings.run().topics().run()) + "*"));
        }
        privileges("source", here, from, needsOfSource);
        privileges("target", there, to, needs);
    }

    private void leftBehind(List<NoticedDifference> aliases) {
        if (!aliases.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.ALIAS_GROUP_LEFT_BEHIND,
                    "Through aliases of the source, clients of the target's cluster would find less: "
                            + NameList.of(aliases.stream()
                                    .map(NoticedDifference::words)
                                    .toList())
                            + ".",
                    "Copy the other indices, too, or have clients search both clusters. Otherwise the cut-over asks for"
                            + " consent by name."));
        }
    }

    private void clusters(List<NoticedDifference> settings) {
        if (!settings.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.CLUSTER_SETTINGS_DIFFER,
                    "Clients may hit different limits on the target's cluster, or get different results: "
                            + NameList.of(settings.stream()
                                    .map(NoticedDifference::words)
                                    .toList())
                            + ".",
                    "Make the settings the same (PUT /_cluster/settings). Otherwise the cut-over asks for consent by"
                            + " name."));
        }
    }

    private void referred(HttpClusterSwitch here, HttpClusterSwitch there, String index) throws ElasticException {
        Intended intended = new Intended(settings.run().target().settings(), Optional.empty());
        Map<String, String> wanted =
                intended.leftAlike(here.definition(index).settings().set());
        ReferredDifferences found = ReferredDifferences.of(Reference.of(wanted), here::referred, there::referred);
        List<String> different =
                found.different().stream().map(NoticedDifference::words).toList();
        if (!different.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.REFERENCE_DIFFERS,
                    "Settings of the source refer to what the target's cluster does not have alike: "
                            + NameList.of(different) + ".",
                    "Put the same into the target's cluster before the cut-over: where the target's settings refer to"
                            + " it as well, the cut-over is refused without your consent by name."));
        }
        if (!found.unknown().isEmpty()) {
            findings.add(Finding.unknown(
                    FindingCode.SWAP_UNKNOWN,
                    "whether both clusters have the same " + NameList.of(found.unknownWords())
                            + ". Grant a user that may not ask the cluster privilege " + found.lackedPrivileges()
                            + ", or accept each by name in the cut-over, with --accept-difference."));
        }
    }

    /// Also those that no role of the user names, of which only the state of the cluster tells.
    private static List<Alias> production(HttpClusterSwitch cluster, String index) throws ElasticException {
        List<Alias> all = new ArrayList<>(cluster.aliases(index));
        Set<String> seen = all.stream().map(Alias::name).collect(Collectors.toSet());
        for (FoundIndex found : cluster.find(index)) {
            found.aliases().stream()
                    .filter(name -> !seen.contains(name))
                    .forEach(name -> all.add(new Alias(name, "{}")));
        }
        return RunAliases.production(all);
    }

    /// OpenSearch does not tell, which is said where privileges are asked for first.
    private void privileges(String role, HttpClusterSwitch cluster, Server server, List<Need> needs)
            throws ElasticException {
        if (server.distribution().equals(Server.OPENSEARCH) || needs.isEmpty()) {
            return;
        }
        cluster.lacking(needs)
                .orElse(List.of())
                .forEach(need -> findings.add(new Finding(
                        need.severity(),
                        FindingCode.PRIVILEGE_MISSING,
                        "The user of the " + role + " lacks " + need.what() + ".",
                        "Grant it: " + need.why() + ".")));
    }
}
