package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.Deletion;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.state.lanes.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Publishes deletes of those documents that the source does not have when it is asked for them by id.
final class Deletes {
    private final Lanes lanes;
    private final boolean dryRun;
    private final SweepTally tally;
    private final Consumer<DocumentName> found;

    /// @param found told each document that is deleted
    Deletes(Lanes lanes, SweepOptions options, SweepTally tally, Consumer<DocumentName> found) {
        this.lanes = lanes;
        this.dryRun = options.dryRun();
        this.tally = tally;
        this.found = found;
    }

    /// @param chunk documents of the target whose words it has too often
    /// @param source how far the shards are judged that these words name
    void of(List<DocumentName> chunk, SourcePresence presence, Map<Integer, SourceWords> source)
            throws ElasticException, NotPrimaryException, InterruptedException {
        tally.candidates += chunk.size();
        List<DocumentName> absent = presence.goneAmong(chunk);
        List<DocRecord> deletes = new ArrayList<>(absent.size());
        for (DocumentName name : absent) {
            Deletion.of(name, source).ifPresent(record -> {
                deletes.add(record);
                found.accept(name);
            });
        }
        if (!dryRun && !deletes.isEmpty()) {
            lanes.publish(deletes);
        }
        tally.deleted += deletes.size();
    }
}
