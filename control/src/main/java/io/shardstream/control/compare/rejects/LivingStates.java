package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.state.StateHash;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Which rejected states the source has given up, so that they must not be published again.
///
/// A version word orders the states of one document in one source shard. Where documents with a custom
/// routing are copied, an id may have gone from one source shard to another, under another routing. The
/// target keeps one document of an id in a shard, and takes the higher word: that of a state which has been
/// gone for long may be above that of the document which lives.
///
/// An application's own versions order less: it may give one twice (`external_gte`), and a source that has
/// forgotten a delete counts from 1 again. The target's own versions order nothing at all.
public final class LivingStates {
    static final String GONE = "the source does not have the document any more.";
    static final String LIVES = "it is a delete, and the source has a document with that id again.";
    static final String LOWER = "the source has counted its versions from 1 again, and has a lower one.";
    static final String OTHER = "the source has other bytes by now, and versions would not tell which are newer.";
    static final String UNREAD = "the bytes that the source has, which may be these, cannot be read: it stays open.";

    /// What is known of bytes that nobody has.
    static final long UNKNOWN = 0;

    private static final int AT_ONCE = 1000;

    private final ComparedRun run;
    private final Asking asking;

    /// @param sleeper how to wait for the source's shards; ends the waiting by throwing
    public LivingStates(ComparedRun run, Sleeper sleeper) {
        this.run = run;
        this.asking = new Asking(sleeper, run.atOnce());
    }

    /// A rejected state, as far as it has to be known.
    ///
    /// @param content of the bytes that were rejected, see [#contentOf]
    record State(DocumentKey document, long version, boolean isDelete, long content) {}

    /// What the source has of a document.
    ///
    /// @param content [#UNKNOWN] also of what it holds and cannot return, and of what has become too large
    private record Held(long version, long content) {}

    /// A short name for what a document holds; [#UNKNOWN] of nothing.
    static long contentOf(@Nullable Bytes body) {
        return body == null ? UNKNOWN : StateHash.ofContent(body).toBuffer().getLong();
    }

    /// Why states must not be published again, by document; those that may be are not in it. All but
    /// [#UNREAD] is so for good.
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
                            + ElasticException.inSentence(e) + ". Use the same command again when it answers.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunRefusedException("The command was told to stop while the source was asked.", e);
        }
    }

    /// Whether versions alone keep an older state from taking the place of a newer one.
    private boolean areOrdered() {
        return run.versions() == VersionMode.SEQNO
                && (run.plan().sourceShards() == 1 || !run.plan().reading().mayRoute());
    }

    private void judge(List<State> states, Map<DocumentKey, String> reasons)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, Set<Bytes>> ids = new TreeMap<>();
        for (State state : states) {
            shardsOf(state)
                    .forEach(shard -> ids.computeIfAbsent(shard, _ -> new HashSet<>())
                            .add(state.document().id()));
        }
        List<Asking.Errand<Map<DocumentKey, Held>>> errands = new ArrayList<>();
        ids.forEach((shard, here) -> errands.add(each -> held(each, run.source().get(shard), here)));
        Map<DocumentKey, Held> living = new HashMap<>();
        asking.all(errands, Integer.MAX_VALUE, living::putAll);
        Set<Bytes> livingIds = new HashSet<>();
        living.keySet().forEach(document -> livingIds.add(document.id()));
        for (State state : states) {
            Optional<String> reason = state.isDelete()
                    ? Optional.of(LIVES)
                            .filter(_ -> livingIds.contains(state.document().id()))
                    : reason(state, living.get(state.document()));
            reason.ifPresent(why -> reasons.put(state.document(), why));
        }
    }

    private Optional<String> reason(State state, @Nullable Held held) {
        if (held == null) {
            return Optional.of(GONE);
        }
        // Of what was too large to be carried nobody knows the bytes: its version has to do.
        boolean isSame = state.content() == UNKNOWN || held.content() == state.content();
        String unlike = held.content() == UNKNOWN ? UNREAD : OTHER;
        return switch (run.versions()) {
            case SEQNO -> Optional.empty();
            case SOURCE -> {
                if (held.version() < state.version()) {
                    yield Optional.of(LOWER);
                }
                yield held.version() > state.version() || isSame ? Optional.empty() : Optional.of(unlike);
            }
            case CREATE -> isSame ? Optional.empty() : Optional.of(unlike);
        };
    }

    /// A word names the shard of its document. A delete may hit the same id in another shard.
    private IntStream shardsOf(State state) {
        return state.isDelete() || run.versions() == VersionMode.SOURCE
                ? IntStream.range(0, run.source().size())
                : IntStream.of(VersionWord.of(state.version()).sourceShard());
    }

    private Map<DocumentKey, Held> held(Asking each, ScannedShard shard, Set<Bytes> ids)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.settled(shard, null, (copy, _) -> {
                    Map<DocumentKey, Held> held = new HashMap<>();
                    copy.withIds(ids).forEach(name -> held.put(name.key(), new Held(name.version(), UNKNOWN)));
                    if (run.versions() != VersionMode.SEQNO && !held.isEmpty()) {
                        copy.bodies(
                                held.keySet().stream()
                                        .map(DocumentKey::id)
                                        .distinct()
                                        .toList(),
                                keeping(held));
                    }
                    requireElected(shard, copy);
                    return held;
                })
                .value();
    }

    private static DocumentBodies keeping(Map<DocumentKey, Held> held) {
        return (DocumentName name, Bytes body) -> held.put(name.key(), new Held(name.version(), contentOf(body)));
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
