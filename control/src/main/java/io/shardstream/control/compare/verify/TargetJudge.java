package io.shardstream.control.compare.verify;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Judges documents of the target whose words the source does not have.
final class TargetJudge {
    private final Judgement judgement;
    private final TargetPlaces places;
    private final SourcePresence presence;
    private final Map<Integer, SourceWords> source;

    TargetJudge(Judgement judgement, Map<Integer, SourceWords> source) {
        this.judgement = judgement;
        this.source = source;
        this.places = judgement.places();
        this.presence = SourcePresence.after(judgement.run(), judgement.asking(), source);
    }

    /// Judges documents whose words are too many. Those that the source has in another state are judged from
    /// there.
    void judge(List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException {
        Kind kind = judgement.options().awaitsSweep() ? Kind.UNSWEPT : Kind.EXTRA;
        List<DocumentDifference> verdicts = presence.goneAmong(names).stream()
                .map(name -> new DocumentDifference(
                        kind,
                        name.key(),
                        VersionWord.of(name.version()).sourceShard(),
                        DocumentDifference.NONE,
                        name.version()))
                .toList();
        if (!verdicts.isEmpty()) {
            judgement.verdicts().accept(confirmed(verdicts));
        }
    }

    /// How many documents were judged that are no differences.
    ///
    /// @param same that are as the source's are now
    /// @param unjudged of which nothing is known: the source has gone on with them
    record Ahead(long same, long unjudged) {}

    /// Judges documents whose words are beyond what was read, in a run that reads no more: by what the source
    /// holds now.
    Ahead judgeAhead(List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException {
        List<DocumentDifference> verdicts = new ArrayList<>();
        long unjudged = 0;
        long same = 0;
        for (Map.Entry<Integer, List<DocumentName>> shard :
                SourcePresence.byShard(names).entrySet()) {
            Map<DocumentKey, DocumentName> live = presence.liveAmong(shard.getKey(), shard.getValue());
            for (DocumentName name : shard.getValue()) {
                SourceWords words = source.get(shard.getKey());
                DocumentName now = live.get(name.key());
                long word = words == null || now == null ? DocumentDifference.NONE : words.word(now.seqNo());
                if (word < name.version()) {
                    Kind kind = now == null ? Kind.EXTRA : Kind.AHEAD;
                    verdicts.add(new DocumentDifference(kind, name.key(), shard.getKey(), word, name.version()));
                } else if (word > name.version()) {
                    unjudged++;
                } else {
                    same++;
                }
            }
        }
        if (!verdicts.isEmpty()) {
            judgement.verdicts().accept(verdicts);
        }
        return new Ahead(same, unjudged);
    }

    /// Documents whose versions are none of the run's, or beyond those of the source.
    void list(Kind kind, List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException {
        judgement
                .verdicts()
                .accept(names.stream()
                        .map(name ->
                                new DocumentDifference(kind, name.key(), -1, DocumentDifference.NONE, name.version()))
                        .toList());
    }

    /// A sweep may have deleted it meanwhile.
    private List<DocumentDifference> confirmed(List<DocumentDifference> verdicts)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (judgement.options().isFinal()) {
            return verdicts;
        }
        Map<DocumentKey, DocumentName> held = places.findNow(
                verdicts.stream().map(DocumentDifference::document).toList());
        return verdicts.stream()
                .filter(verdict -> {
                    DocumentName name = held.get(verdict.document());
                    return name != null && name.version() == verdict.targetVersion();
                })
                .toList();
    }
}
