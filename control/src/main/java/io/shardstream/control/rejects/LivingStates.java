package io.shardstream.control.rejects;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.version.VersionMode;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.scan.ScannedCopy;
import io.shardstream.control.scan.ScannedShard;
import io.shardstream.control.words.ComparedRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Which rejected states the source has given up, so that they must not be published again.
///
/// A version word orders the states of one document in one source shard. Where documents with a custom routing
/// are copied, an id may have gone from one source shard to another, under another routing. The target keeps one
/// document of an id in a shard, and takes the higher word: that of a state which has been gone for long may be
/// above that of the document which lives.
public final class LivingStates {
    static final String GONE = "the source does not have the document any more.";
    static final String LIVES = "it is a delete, and the source has a document with that id again.";

    private static final int AT_ONCE = 1000;

    private final ComparedRun run;
    private final Asking asking;

    /// @param sleeper how to wait for the source's shards; ends the waiting by throwing
    public LivingStates(ComparedRun run, Sleeper sleeper) {
        this.run = run;
        this.asking = new Asking(sleeper, run.atOnce());
    }

    /// A rejected state, as far as it has to be known.
    record State(DocumentKey document, long version, boolean isDelete) {}

    /// Why states must not be published again, by document; those that may be are not in it.
    ///
    /// @throws RunRefusedException if the source cannot be asked
    Map<DocumentKey, String> givenUp(List<State> states) {
        Map<DocumentKey, String> reasons = new HashMap<>();
        if (areOrdered()) {
            return reasons;
        }
        try {
            for (int from = 0; from < states.size(); from += AT_ONCE) {
                judge(states.subList(from, Math.min(states.size(), from + AT_ONCE)), reasons);
            }
            if (!reasons.isEmpty()) {
                run.sight().require();
            }
            return reasons;
        } catch (ElasticException | NotPrimaryException e) {
            throw new RunRefusedException(
                    "The source cannot be asked whether it still has what was rejected: "
                            + ElasticException.inSentence(e) + ". The same command goes on when it can.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunRefusedException("The command was told to stop while the source was asked.", e);
        }
    }

    /// Whether versions alone keep an older state from taking the place of a newer one.
    private boolean areOrdered() {
        return run.versions() != VersionMode.SEQNO
                || run.plan().sourceShards() == 1
                || !run.plan().reading().mayRoute();
    }

    private void judge(List<State> states, Map<DocumentKey, String> reasons)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, Set<Bytes>> ids = new TreeMap<>();
        for (State state : states) {
            shardsOf(state).forEach(shard -> ids.computeIfAbsent(shard, _ -> new HashSet<>())
                    .add(state.document().id()));
        }
        List<Asking.Errand<List<DocumentName>>> errands = new ArrayList<>();
        ids.forEach((shard, here) -> errands.add(each -> named(each, run.source().get(shard), here)));
        Set<DocumentKey> living = new HashSet<>();
        Set<Bytes> livingIds = new HashSet<>();
        asking.all(errands, Integer.MAX_VALUE, names -> names.forEach(name -> {
            living.add(name.key());
            livingIds.add(name.id());
        }));
        for (State state : states) {
            DocumentKey document = state.document();
            if (state.isDelete() && livingIds.contains(document.id())) {
                reasons.put(document, LIVES);
            } else if (!state.isDelete() && !living.contains(document)) {
                reasons.put(document, GONE);
            }
        }
    }

    /// A delete may hit the same id in another shard.
    private IntStream shardsOf(State state) {
        return state.isDelete()
                ? IntStream.range(0, run.source().size())
                : IntStream.of(VersionWord.of(state.version()).sourceShard());
    }

    private static List<DocumentName> named(Asking each, ScannedShard shard, Set<Bytes> ids)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.settled(shard, null, (copy, _) -> {
                    List<DocumentName> names = copy.withIds(ids);
                    requireElected(shard, copy);
                    return names;
                })
                .value();
    }

    /// A primary that was cut off may have a document that its successor has deleted.
    private static void requireElected(ScannedShard shard, ScannedCopy copy)
            throws ElasticException, NotPrimaryException {
        if (!shard.elected().is(copy.identity())) {
            throw new NotPrimaryException("The copy on " + copy.where()
                    + " says that it is the primary, and the cluster has gone on without it");
        }
    }
}
