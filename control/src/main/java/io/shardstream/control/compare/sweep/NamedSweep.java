package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.SourcePresence;
import io.shardstream.control.compare.version.SourceScan;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetPlaces;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The sweep of documents that are known by name, such as those that were published again although the source
/// may have deleted them long ago. Both sides are asked for these ids, and nothing is read through. Deletes
/// are those of [Sweep].
public final class NamedSweep {
    /// Documents that a shard of the source is asked for at once.
    private static final int AT_ONCE = 1000;

    private final ComparedRun run;
    private final InstantSource clock;
    private final Asking asking;
    private final LaneGate gate;

    public NamedSweep(ComparedRun run, InstantSource clock, Sleeper sleeper) {
        this.run = run;
        this.clock = clock;
        this.asking = new Asking(sleeper, run.atOnce());
        this.gate = new LaneGate(run, new Drain(run.lanes(), clock, sleeper));
    }

    /// Sweeps once, in a run that goes on. When it returns, Kafka has acknowledged every delete. Repeating it
    /// after any failure does no harm.
    ///
    /// @param documents that may have come into the target; what was published has its outcome
    /// @param patience how long readers and writers are waited for
    /// @return how many deletes were published
    /// @throws NotDrainedException if readers or writers are too slow
    /// @throws ElasticException if source or target cannot be asked for long
    /// @throws NotPrimaryException if a shard has no primary for long
    /// @throws io.shardstream.common.loop.BlockedException if the history of a source shard has changed, or
    ///     if something is hidden from who asks
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public long of(Collection<DocumentKey> documents, Duration patience)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        if (run.versions() == VersionMode.CREATE) {
            return 0;
        }
        List<DocumentName> held = held(List.copyOf(documents));
        if (held.isEmpty()) {
            return 0;
        }
        // Asked for after the target: what it held then is judged by what the source has later.
        SourceScan scan = new SourceScan(run, asking, run.lanes().state(), true);
        Map<Integer, SourceWords> source = scan.reach(shardsOf(held));
        gate.await(source, true, clock.instant().plus(patience));
        SourcePresence presence = SourcePresence.after(run, asking, source);
        SweepTally tally = new SweepTally();
        Deletes deletes = new Deletes(run.lanes(), SweepOptions.online(patience), tally, _ -> {});
        if (run.versions() == VersionMode.SEQNO) {
            List<DocumentName> judged =
                    held.stream().filter(name -> isJudged(name, source)).toList();
            for (List<DocumentName> some : rounds(SourcePresence.byShard(judged).values())) {
                deletes.of(some, presence, source);
            }
        } else {
            for (List<DocumentName> some : rounds(List.of(held))) {
                tally.deleted += deleteAsHeld(presence.absentAmong(some));
            }
        }
        return tally.deleted;
    }

    private List<DocumentName> held(List<DocumentKey> documents)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return new TargetPlaces(run, asking, List.of())
                .findNow(documents).values().stream()
                        .filter(this::isOfTheRun)
                        .distinct()
                        .toList();
    }

    /// Some of each shard at a time, so that shards are asked beside each other, each as seldom as may be.
    ///
    /// @param shards documents, by the shards that are asked for them
    private static List<List<DocumentName>> rounds(Collection<List<DocumentName>> shards) {
        List<List<DocumentName>> rounds = new ArrayList<>();
        for (List<DocumentName> shard : shards) {
            for (int from = 0; from < shard.size(); from += AT_ONCE) {
                int round = from / AT_ONCE;
                if (round == rounds.size()) {
                    rounds.add(new ArrayList<>());
                }
                rounds.get(round).addAll(shard.subList(from, Math.min(shard.size(), from + AT_ONCE)));
            }
        }
        return rounds;
    }

    private boolean isOfTheRun(DocumentName name) {
        return run.versions() != VersionMode.SEQNO
                || !VersionWord.isForeign(name.version(), run.plan().sourceShards());
    }

    /// Of the source: those that words name, or all where versions are none.
    private Set<Integer> shardsOf(List<DocumentName> held) {
        Set<Integer> shards = new TreeSet<>();
        for (int shard = 0; shard < run.source().size(); shard++) {
            shards.add(shard);
        }
        if (run.versions() == VersionMode.SEQNO) {
            shards.retainAll(held.stream()
                    .map(name -> VersionWord.of(name.version()).sourceShard())
                    .collect(Collectors.toSet()));
        }
        return shards;
    }

    private static boolean isJudged(DocumentName name, Map<Integer, SourceWords> source) {
        VersionWord word = VersionWord.of(name.version());
        SourceWords words = source.get(word.sourceShard());
        return words != null && words.judges(word);
    }

    private long deleteAsHeld(List<DocumentName> absent) {
        if (!absent.isEmpty()) {
            run.lanes()
                    .publish(absent.stream()
                            .map(name -> new DocRecord(name.id(), name.routing(), name.version(), null))
                            .toList());
        }
        return absent.size();
    }
}
