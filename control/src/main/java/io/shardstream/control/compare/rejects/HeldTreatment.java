package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.DocRecord;
import java.util.List;
import java.util.Optional;

/// A treatment of which nothing is published that has fields which the target would never find.
public final class HeldTreatment implements Treatment {
    private final Treatment treatment;
    private final HeldFields fields;

    public HeldTreatment(Treatment treatment, HeldFields fields) {
        this.treatment = treatment;
        this.fields = fields;
    }

    @Override
    public String name() {
        return treatment.name();
    }

    @Override
    public List<Treated> of(List<DocRecord> documents) {
        return treatment.of(documents).stream()
                .map(treated -> switch (treated) {
                    case Treated.Changed(var source) -> {
                        Optional<String> missing = fields.missing(source);
                        yield missing.isPresent() ? new Treated.Untreated(missing.get()) : treated;
                    }
                    case Treated.Untreated _ -> treated;
                })
                .toList();
    }
}
