package io.shardstream.control.preflight;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.MappingType;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.difference.TypeDifference;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.Optional;

/// Asks whether clients may name a mapping type that the target would not have.
final class TypeSurvey {
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final FindingList findings;

    TypeSurvey(ElasticCluster source, ElasticCluster target, FindingList findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /// @param wanted the target; one that the run makes has no type but `_doc`
    void look(String index, Optional<WantedTarget> wanted) {
        try {
            Optional<String> type = MappingType.of(source::send, source.name(), index);
            Optional<String> there = type.isPresent()
                            && wanted.filter(WantedTarget::exists).isPresent()
                    ? MappingType.of(target::send, target.name(), wanted.get().name())
                    : Optional.empty();
            TypeDifference.of(type, there).ifPresent(this::tell);
        } catch (ElasticException e) {
            findings.add(
                    Finding.unknown(FindingCode.SOURCE_UNKNOWN, "which mapping type it has (" + e.getMessage() + ")."));
        }
    }

    private void tell(NoticedDifference type) {
        findings.add(Finding.warns(
                FindingCode.MAPPING_TYPE_DIFFERS,
                "The target does not have a name that clients may say: " + type.words() + ".",
                "Have clients name no type before the cut-over, which needs your consent: --accept-difference '"
                        + Printable.of(type.name()) + "'."));
    }
}
