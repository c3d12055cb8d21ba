package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Finds source shards that were restored, whose disk was put back to an older state, or of which a stale or
/// empty copy was made the primary, shows what the target would lose if it became what they are now, and
/// accepts that. Accepting it makes readers read these shards again from the start, under version words that
/// outrank all earlier ones; what the source does not hold any more is then deleted by the sweep. Blocks.
public final class NewHistory {
    /// Documents whose names are asked for while a primary counts as found: looking for it costs some twenty
    /// requests, and names come a thousand at once.
    private static final int CHUNK = 10_000;

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
            ReadShard read = ReadShard.of(shard, state, records.of(shard));
            if (!read.isUntouched()) {
                Found found = asking.shownOrSaid(
                        run.source().get(shard),
                        (copy, visible) ->
                                new Found(visible, WitnessLook.contradicts(copy, visible, read.checkpoint())));
                changeOf(shard, read, found).ifPresent(changed::add);
            }
        }
        return changed;
    }

    /// @param isOther whether documents tell that it has another history than the one that was read
    private record Found(Visible visible, boolean isOther) {}

    private Optional<ChangedHistory> changeOf(int shard, ReadShard read, Found found)
            throws ElasticException, NotPrimaryException {
        String history = found.visible().identity().historyUuid();
        boolean isKnown = (history.equals(read.historyUuid()) && !isPutBack(shard, read.readUpTo(), found))
                || read.isAccepted(history);
        if (isKnown) {
            return Optional.empty();
        }
        int lineage = read.highestLineage();
        if (lineage >= VersionWord.MAX_LINEAGE) {
            throw new RunRefusedException("Shard " + shard + " of the source index '"
                    + run.plan().sourceIndex() + "' has had " + VersionWord.MAX_LINEAGE
                    + " histories in this run, and a version word cannot tell more apart. Begin a new run under another"
                    + " name.");
        }
        return Optional.of(new ChangedHistory(
                shard, read.historyUuid(), history, lineage + 1, found.visible().checkpoint()));
    }

    /// Whether the shard has given out fewer numbers than were read, or holds other documents under them: an
    /// older state of its disk was put back, and it has another history under the same uuid.
    private boolean isPutBack(int shard, long readUpTo, Found found) throws ElasticException, NotPrimaryException {
        boolean isPutBack = found.isOther() || found.visible().highest() < readUpTo;
        if (isPutBack && !run.source().get(shard).elected().is(found.visible().identity())) {
            throw new NotPrimaryException("A copy of shard " + shard + " of the source index "
                    + run.plan().sourceIndex()
                    + " says that it is the primary, and the cluster has gone on without it");
        }
        return isPutBack;
    }

    /// Counts the documents that the target took from these shards, and those among them that they do not
    /// hold any more, by id and routing. Each shard of the target is read once for all of them. Nothing is
    /// changed.
    ///
    /// @param lost told each of them, and which shard of the source it was taken from
    /// @param done told how many shards of the target have been compared, from 1
    /// @return by shard of the source, how many of its documents the target holds
    public Map<Integer, Long> compare(List<ChangedHistory> changes, Lost lost, IntConsumer done)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, Long> copied = new TreeMap<>();
        Map<Integer, Visible> seen = new TreeMap<>();
        for (ChangedHistory change : changes) {
            ScannedShard source = run.source().get(change.shard());
            seen.put(
                    change.shard(),
                    asking.revealed(source, null, (_, visible) -> visible).value());
            copied.put(change.shard(), 0L);
        }
        SourcePresence presence = new SourcePresence(run, asking, seen);
        int compared = 0;
        for (ScannedShard target : run.target()) {
            ShardAnswer<Taken> taken =
                    asking.revealed(target, null, (copy, shown) -> taken(seen.keySet(), copy, shown.highest()));
            taken.value().counts().forEach((shard, count) -> copied.merge(shard, count, Long::sum));
            NumberChunks.forEach(taken.value().numbers(), CHUNK, some -> {
                List<DocumentName> names = asking.revealed(target, taken.visible(), (copy, _) -> copy.named(some))
                        .value();
                // What was written meanwhile may be another shard's.
                presence.goneAmong(names.stream()
                                .filter(name -> isOf(seen.keySet(), name.version()))
                                .toList())
                        .forEach(name ->
                                lost.accept(VersionWord.of(name.version()).sourceShard(), name));
            });
            done.accept(++compared);
        }
        return copied;
    }

    /// What is told of each document that would be lost.
    @FunctionalInterface
    public interface Lost {
        /// @param shard of the source
        void accept(int shard, DocumentName name);
    }

    /// What a shard of the target took from some shards of the source.
    ///
    /// @param numbers its own of these documents
    /// @param counts how many they are, by shard of the source
    private record Taken(Roaring64Bitmap numbers, Map<Integer, Long> counts) {}

    private Taken taken(Set<Integer> shards, ScannedCopy target, long upTo) throws ElasticException {
        Taken taken = new Taken(new Roaring64Bitmap(), new HashMap<>());
        target.forEachLive(-1, upTo, (seqNo, version) -> {
            if (isOf(shards, version)) {
                taken.numbers().addLong(seqNo);
                taken.counts().merge(VersionWord.of(version).sourceShard(), 1L, Long::sum);
            }
        });
        return taken;
    }

    private boolean isOf(Set<Integer> shards, long version) {
        return !VersionWord.isForeign(version, run.plan().sourceShards())
                && shards.contains(VersionWord.of(version).sourceShard());
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
