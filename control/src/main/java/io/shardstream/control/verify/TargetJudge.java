package io.shardstream.control.verify;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.scan.DocumentName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Judges documents of the target whose words the source does not have.
final class TargetJudge {
    private final Judgement judgement;
    private final TargetPlaces places;

    TargetJudge(Judgement judgement) {
        this.judgement = judgement;
        this.places = new TargetPlaces(judgement.run(), judgement.asking());
    }

    /// Judges documents whose words are too many. Those that the source has in another state are judged from
    /// there.
    void judge(List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, List<DocumentName>> byShard = new TreeMap<>();
        for (DocumentName name : names) {
            int shard = VersionWord.of(name.version()).sourceShard();
            byShard.computeIfAbsent(shard, _ -> new ArrayList<>()).add(name);
        }
        List<Difference> verdicts = new ArrayList<>();
        for (Map.Entry<Integer, List<DocumentName>> shard : byShard.entrySet()) {
            Set<DocumentKey> live = liveInSource(shard.getKey(), shard.getValue());
            Kind kind = judgement.options().awaitsSweep() ? Kind.UNSWEPT : Kind.EXTRA;
            shard.getValue().stream()
                    .filter(name -> !live.contains(name.key()))
                    .map(name -> new Difference(kind, name.key(), shard.getKey(), Difference.NONE, name.version()))
                    .forEach(verdicts::add);
        }
        if (!verdicts.isEmpty()) {
            judgement.verdicts().accept(confirmed(verdicts));
        }
    }

    /// Documents whose versions are none of the run's, or beyond those of the source.
    void list(Kind kind, List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException {
        judgement
                .verdicts()
                .accept(names.stream()
                        .map(name -> new Difference(kind, name.key(), -1, Difference.NONE, name.version()))
                        .toList());
    }

    private Set<DocumentKey> liveInSource(int shard, List<DocumentName> names)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Bytes> ids = names.stream().map(DocumentName::id).distinct().toList();
        Set<DocumentKey> live = new HashSet<>();
        judgement
                .asking()
                .settled(judgement.run().source().get(shard), null, (copy, _) -> copy.withIds(ids))
                .value()
                .forEach(name -> live.add(name.key()));
        return live;
    }

    /// A sweep may have deleted it meanwhile.
    private List<Difference> confirmed(List<Difference> verdicts)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (judgement.options().isFinal()) {
            return verdicts;
        }
        Map<DocumentKey, DocumentName> held =
                places.find(verdicts.stream().map(Difference::document).toList());
        return verdicts.stream()
                .filter(verdict -> {
                    DocumentName name = held.get(verdict.document());
                    return name != null && name.version() == verdict.targetVersion();
                })
                .toList();
    }
}
