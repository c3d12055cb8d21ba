package io.shardstream.control.survey;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.ReplaceIndex;
import io.shardstream.control.cutover.HttpClusterSwitch;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
import io.shardstream.control.finding.FindingList;

/// Says what `cutover.replace-index` means for the source index.
final class Replacing {
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final SurveySettings settings;
    private final FindingList findings;

    Replacing(ElasticCluster source, ElasticCluster target, SurveySettings settings, FindingList findings) {
        this.source = source;
        this.target = target;
        this.settings = settings;
        this.findings = findings;
    }

    void look() {
        if (!settings.replaceIndex().isWanted()) {
            return;
        }
        if (settings.run().follow()) {
            tell();
            requireOneCluster();
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
