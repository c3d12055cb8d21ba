package io.shardstream.control.history;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.record.AcceptedHistory;
import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.version.VersionMode;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.scan.Answer;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.scan.ScannedCopy;
import io.shardstream.control.scan.ScannedShard;
import io.shardstream.control.scan.Visible;
import io.shardstream.control.state.RunState;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.NumberChunks;
import io.shardstream.control.words.SourcePresence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Finds source shards that were restored, whose disk was put back to an older state, or of which a stale or
/// empty copy was made the primary, shows what the target would lose if it became what they are now, and
/// accepts that. Accepting it makes readers read these shards again from the start, under version words that
/// outrank all earlier ones; what the source does not hold any more is then deleted by the sweep. Blocks.
public final class NewHistory {
    private static final int CHUNK = 500;
    private static final int NO_LINEAGE = 0;

    private final ComparedRun run;
    private final HistoryRecords records;
    private final Asking asking;

    public NewHistory(ComparedRun run, HistoryRecords records, Sleeper sleeper) {
        this.run = run;
        this.records = records;
        this.asking = new Asking(sleeper);
    }

    /// The shards whose history is neither the one that was copied nor one that was accepted since.
    ///
    /// @throws RunRefusedException if a shard has used up its lineages, or the run's versions have none
    /// @throws ElasticException if the source cannot be asked for long
    /// @throws NotPrimaryException if a shard has no primary for long
    public List<ChangedHistory> changed() throws ElasticException, NotPrimaryException, InterruptedException {
        VersionMode versions = run.plan().reading().versions();
        if (versions != VersionMode.SEQNO) {
            throw new RunRefusedException("The run's version.mode is " + versions.text() + ": what is read again would"
                    + " not outrank what was read before. Begin a new run under another name.");
        }
        RunState state = run.lanes().state();
        List<ChangedHistory> changed = new ArrayList<>();
        for (int shard = 0; shard < run.source().size(); shard++) {
            Checkpoint checkpoint = state.checkpoints().get(shard);
            Optional<AcceptedHistory> accepted = records.of(shard);
            if (checkpoint != null || accepted.isPresent()) {
                Visible found = asking.seen(run.source().get(shard), (_, visible) -> visible);
                changeOf(shard, checkpoint, accepted, state.readUpTo(shard), found).ifPresent(changed::add);
            }
        }
        return changed;
    }

    /// Where the checkpoint is lost, the history that was accepted last stands for it, as it does for readers.
    private Optional<ChangedHistory> changeOf(
            int shard,
            @Nullable Checkpoint checkpoint,
            Optional<AcceptedHistory> accepted,
            long readUpTo,
            Visible found)
            throws ElasticException, NotPrimaryException {
        String history = found.identity().historyUuid();
        int read = checkpoint == null ? NO_LINEAGE : checkpoint.lineage();
        String copied = checkpoint == null
                ? accepted.map(AcceptedHistory::historyUuid).orElse("")
                : checkpoint.historyUuid();
        boolean isKnown = (history.equals(copied) && !isBehind(shard, readUpTo, found))
                || accepted.filter(last -> last.historyUuid().equals(history))
                        .filter(last -> last.lineage() > read)
                        .isPresent();
        if (isKnown) {
            return Optional.empty();
        }
        int lineage =
                Math.max(read, accepted.map(AcceptedHistory::lineage).orElse(NO_LINEAGE));
        if (lineage >= VersionWord.MAX_LINEAGE) {
            throw new RunRefusedException("Shard " + shard + " of the source index '"
                    + run.plan().sourceIndex() + "' has had " + VersionWord.MAX_LINEAGE
                    + " histories in this run, and a version word cannot tell more apart. Begin a new run under another"
                    + " name.");
        }
        return Optional.of(new ChangedHistory(shard, copied, history, lineage + 1, found.checkpoint()));
    }

    /// Whether the shard has given out fewer numbers than were read: an older state of its disk was put back,
    /// and it has another history under the same uuid.
    private boolean isBehind(int shard, long readUpTo, Visible found) throws ElasticException, NotPrimaryException {
        boolean isBehind = found.highest() < readUpTo;
        if (isBehind && !run.source().get(shard).elected().is(found.identity())) {
            throw new NotPrimaryException("A copy of shard " + shard + " of the source index "
                    + run.plan().sourceIndex()
                    + " says that it is the primary, and the cluster has gone on without it");
        }
        return isBehind;
    }

    /// Counts the documents that the target took from this shard and that it does not hold any more, by id and
    /// routing. Nothing is changed.
    ///
    /// @param lost told each of them
    /// @return how many documents of this shard the target holds
    public long compare(ChangedHistory change, Consumer<DocumentName> lost)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long copied = 0;
        ScannedShard source = run.source().get(change.shard());
        Visible seen = asking.revealed(source, null, (_, visible) -> visible).value();
        SourcePresence presence = new SourcePresence(run, asking, Map.of(change.shard(), seen));
        for (ScannedShard target : run.target()) {
            Answer<Roaring64Bitmap> numbers =
                    asking.revealed(target, null, (copy, shown) -> takenFrom(change.shard(), copy, shown.highest()));
            copied += numbers.value().getLongCardinality();
            NumberChunks.forEach(numbers.value(), CHUNK, some -> {
                List<DocumentName> names = asking.revealed(target, numbers.visible(), (copy, _) -> copy.named(some))
                        .value();
                // What was written meanwhile may be another shard's.
                presence.goneAmong(names.stream()
                                .filter(name -> isOf(change.shard(), name.version()))
                                .toList())
                        .forEach(lost);
            });
        }
        return copied;
    }

    private Roaring64Bitmap takenFrom(int shard, ScannedCopy target, long upTo) throws ElasticException {
        Roaring64Bitmap numbers = new Roaring64Bitmap();
        target.forEachLive(-1, upTo, (seqNo, version) -> {
            if (isOf(shard, version)) {
                numbers.addLong(seqNo);
            }
        });
        return numbers;
    }

    private boolean isOf(int shard, long version) {
        return !VersionWord.isForeign(version, run.plan().sourceShards())
                && VersionWord.of(version).sourceShard() == shard;
    }

    /// Says that the target may become what these shards are now.
    ///
    /// @throws RunRefusedException if a shard is in yet another history by now
    public void accept(List<ChangedHistory> changes)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, AcceptedHistory> accepted = new TreeMap<>();
        for (ChangedHistory change : changes) {
            Visible now = asking.seen(run.source().get(change.shard()), (_, visible) -> visible);
            if (!now.identity().historyUuid().equals(change.found())) {
                throw new RunRefusedException("The history of shard " + change.shard() + " of the source index '"
                        + run.plan().sourceIndex() + "' has changed again: look at what would be lost now.");
            }
            accepted.put(change.shard(), change.accepted());
        }
        records.write(List.copyOf(accepted.values()));
    }
}
