package io.shardstream.control.sweep;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.SourceWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Asks the source again, by id, for documents that the target has and the source did not show.
final class Absentees {
    private final ComparedRun run;
    private final Asking asking;
    private final Map<Integer, SourceWords> source;

    Absentees(ComparedRun run, Asking asking, Map<Integer, SourceWords> source) {
        this.run = run;
        this.asking = asking;
        this.source = source;
    }

    /// Those of the target's documents that the source shard that their words name does not hold.
    List<DocumentName> among(List<DocumentName> targets)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, List<DocumentName>> byShard = new TreeMap<>();
        for (DocumentName target : targets) {
            int shard = VersionWord.of(target.version()).sourceShard();
            byShard.computeIfAbsent(shard, _ -> new ArrayList<>()).add(target);
        }
        List<DocumentName> absent = new ArrayList<>();
        for (Map.Entry<Integer, List<DocumentName>> shard : byShard.entrySet()) {
            Set<DocumentKey> live = liveAmong(shard.getKey(), shard.getValue());
            shard.getValue().stream().filter(name -> !live.contains(name.key())).forEach(absent::add);
        }
        return absent;
    }

    private Set<DocumentKey> liveAmong(int shard, List<DocumentName> targets)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SourceWords words = source.get(shard);
        List<Bytes> ids = targets.stream().map(DocumentName::id).distinct().toList();
        List<DocumentName> found = asking.settled(
                        run.source().get(shard), words == null ? null : words.visible(), (copy, _) -> copy.withIds(ids))
                .value();
        Set<DocumentKey> live = new HashSet<>();
        found.forEach(name -> live.add(name.key()));
        return live;
    }
}
