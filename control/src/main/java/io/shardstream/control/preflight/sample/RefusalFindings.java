package io.shardstream.control.preflight.sample;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Documents of the sample that the target would refuse, grouped by what is wrong with them.
public final class RefusalFindings {
    private static final int MOST_GROUPS = 20;

    private RefusalFindings() {}

    /// The largest groups first.
    public static List<Finding> of(SampleResult sample) {
        Map<String, List<RefusedDocument>> groups = new LinkedHashMap<>();
        sample.refusals()
                .forEach(refusal -> groups.computeIfAbsent(
                                refusal.type() + ": " + refusal.shape(), words -> new ArrayList<>())
                        .add(refusal));
        return groups.entrySet().stream()
                .sorted(Comparator.comparingInt(group -> -group.getValue().size()))
                .limit(MOST_GROUPS)
                .map(group -> of(group.getKey(), group.getValue(), sample.documents()))
                .toList();
    }

    private static Finding of(String words, List<RefusedDocument> refusals, long tried) {
        return Finding.warns(
                FindingCode.DOCUMENTS_REFUSED,
                "Mapping conflict: the sample has " + NumberText.of(tried, "document")
                        + ", of which the target refuses "
                        + NumberText.count(refusals.size()) + ", for example '"
                        + refusals.getFirst().id() + "': " + words,
                "Mend the target's mapping (target.mappings); otherwise such documents become rejects.");
    }
}
