package io.shardstream.control.survey.sample;

import io.shardstream.common.numbers.Numbers;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
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
    public static List<Finding> of(Sample sample) {
        Map<String, List<Refusal>> groups = new LinkedHashMap<>();
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

    private static Finding of(String words, List<Refusal> refusals, long tried) {
        return Finding.warns(
                FindingCode.DOCUMENTS_REFUSED,
                "Mapping conflict: the sample has " + Numbers.of(tried, "document") + ", of which the target refuses "
                        + Numbers.count(refusals.size()) + ", for example '"
                        + refusals.getFirst().id() + "': " + words,
                "Mend the target's mapping (target.mappings); otherwise such documents become rejects.");
    }
}
