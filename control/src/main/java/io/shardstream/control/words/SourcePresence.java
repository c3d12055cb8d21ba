package io.shardstream.control.words;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.scan.DocumentName;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which documents the source has anywhere, settled.
public final class SourcePresence {
    private final ComparedRun run;
    private final Asking asking;
    private final Map<Integer, SourceWords> source;

    /// @param source what is visible in each shard already; what is deleted since may seem to be there
    public SourcePresence(ComparedRun run, Asking asking, Map<Integer, SourceWords> source) {
        this.run = run;
        this.asking = asking;
        this.source = source;
    }

    /// Those that no shard of the source has.
    public List<DocumentName> absentAmong(List<DocumentName> names)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Bytes> ids = names.stream().map(DocumentName::id).distinct().toList();
        Set<DocumentKey> live = new HashSet<>();
        for (int shard = 0; shard < run.source().size(); shard++) {
            SourceWords known = source.get(shard);
            asking.settled(
                            run.source().get(shard),
                            known == null ? null : known.visible(),
                            (copy, _) -> copy.withIds(ids))
                    .value()
                    .forEach(name -> live.add(name.key()));
        }
        return names.stream().filter(name -> !live.contains(name.key())).toList();
    }
}
