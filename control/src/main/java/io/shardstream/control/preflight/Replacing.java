package io.shardstream.control.preflight;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.condition.OtherRuns;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.List;

/// Says what `cutover.replace-index` means for the source index.
final class Replacing {
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final SurveySettings settings;
    private final KnownRuns runs;
    private final FindingList findings;

    /// @param runs those of the same Kafka
    Replacing(
            ElasticCluster source,
            ElasticCluster target,
            SurveySettings settings,
            KnownRuns runs,
            FindingList findings) {
        this.source = source;
        this.target = target;
        this.settings = settings;
        this.runs = runs;
        this.findings = findings;
    }

    /// @param owner the run, as its target knows it
    void look(TargetOwner owner) {
        if (!settings.replaceIndex().isWanted()) {
            return;
        }
        if (settings.run().follow()) {
            tell();
            requireOneCluster();
            others(owner);
        } else {
            findings.add(Finding.warns(
                    FindingCode.REPLACE_INDEX_INEFFECTIVE,
                    "cutover.replace-index has no effect, as the run ends when its copy is complete.",
                    "Set follow: true for a run that is cut over."));
        }
    }

    private void tell() {
        String index = settings.run().sourceIndex();
        String what = "The cut-over deletes index '" + index + "' and makes its name an alias of '"
                + settings.run().target().index() + "'";
        findings.add(
                settings.replaceIndex() == ReplaceIndex.WITH_COPY
                        ? Finding.notes(
                                FindingCode.SOURCE_REPLACED,
                                what + ". Before that it makes a copy '" + index
                                        + "-before-...', to which 'rollback' can" + " go back.",
                                "")
                        : Finding.warns(
                                FindingCode.SOURCE_REPLACED_WITHOUT_COPY,
                                what + ". It makes no copy of the index, so 'rollback' will not be possible.",
                                "Set cutover.replace-index to true to keep a copy as the way back."));
    }

    /// Other runs that need the index.
    private void others(TargetOwner owner) {
        String index = settings.run().sourceIndex();
        HttpClusterSwitch here = new HttpClusterSwitch(source);
        try {
            for (FoundIndex found : here.find(index)) {
                RunAliases own = new RunAliases(owner.run(), owner.writeAlias(), owner.id());
                OtherRuns seen = OtherRuns.now(
                        new OtherRuns.Of(found.name(), found.uuid(), own),
                        List.of(here, new HttpClusterSwitch(target)),
                        runs);
                seen.named()
                        .ifPresent(named -> findings.add(Finding.warns(
                                FindingCode.SOURCE_OF_ANOTHER_RUN,
                                "The cut-over deletes index '" + index + "', which is needed by " + named + ".",
                                "Cut that run over and release it, or give it up with 'abort --run', before the cut-over of"
                                        + " this one, or set cutover.replace-index to false. Otherwise the cut-over asks for"
                                        + " consent by name.")));
                seen.unseen().ifPresent(why -> findings.add(unknown("of " + why)));
            }
        } catch (ElasticException e) {
            findings.add(unknown("(" + e.getMessage() + ")"));
        }
    }

    private static Finding unknown(String why) {
        return Finding.unknown(FindingCode.SWAP_UNKNOWN, "whether another run needs the source index " + why + ".");
    }

    private void requireOneCluster() {
        try {
            if (!new HttpClusterSwitch(source).clusterUuid().equals(new HttpClusterSwitch(target).clusterUuid())) {
                findings.add(Finding.blocks(
                        FindingCode.REPLACE_INDEX_IMPOSSIBLE,
                        "Source and target are different clusters, so the name of the source index cannot become an alias"
                                + " of the target.",
                        "Set cutover.replace-index to false."));
            }
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.SWAP_UNKNOWN, "whether source and target are one cluster (" + e.getMessage() + ")."));
        }
    }
}
