package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.state.OpenRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.StateHash;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The newest rejected state of each document, as far as it is chosen. Older ones are never published again:
/// the target would have them for a moment, or for good where documents are only ever created.
final class NewestRejects {
    private static final long WITHOUT_BODY = Long.MIN_VALUE;

    private final Choice choice;
    private final RejectOrder order;
    private final List<Long> committed;
    private final Map<DocumentKey, State> newest = new HashMap<>();
    private final OpenRejects open = new OpenRejects();
    /// By state ([StateHash]) what it was published with in place of the rejected bytes, see
    /// [LivingStates#contentOf].
    private final Map<Long, Set<Long>> replaced = new HashMap<>();
    private final Set<String> found = new HashSet<>();

    /// @param docsOffset where its record lay in the lane when it was rejected last
    /// @param bodyOffset the same of the last of its rejects that holds bytes of the source; [#WITHOUT_BODY]
    ///     if none does
    /// @param content of these bytes, see [LivingStates#contentOf]
    /// @param isChosen whether one of its rejects is chosen
    /// @param isDelete whether it is a delete
    /// @param older other versions of the document that were rejected, each at least once
    record State(
            long version,
            long docsOffset,
            long bodyOffset,
            long content,
            boolean isChosen,
            boolean isDelete,
            List<Long> older) {
        /// @param other from a record behind
        State and(State other, RejectOrder order) {
            if (version != other.version) {
                return order.isNewer(other.version, other.docsOffset, version, docsOffset)
                        ? other.above(this)
                        : above(other);
            }
            State last = bodyOffset > other.bodyOffset ? this : other;
            return new State(
                    version,
                    Math.max(docsOffset, other.docsOffset),
                    last.bodyOffset,
                    last.content,
                    isChosen || other.isChosen,
                    last.isDelete,
                    together(older, other.older));
        }

        private State above(State lower) {
            return new State(
                    version,
                    docsOffset,
                    bodyOffset,
                    content,
                    isChosen,
                    isDelete,
                    together(older, together(without(version, lower.older), List.of(lower.version))));
        }

        private static List<Long> without(long one, List<Long> all) {
            return all.stream().filter(version -> version != one).toList();
        }

        private static List<Long> together(List<Long> some, List<Long> more) {
            if (some.containsAll(more)) {
                return some;
            }
            List<Long> all = new ArrayList<>(some);
            more.stream().filter(one -> !some.contains(one)).forEach(all::add);
            return List.copyOf(all);
        }
    }

    /// @param order of the run's versions
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects
    ///     are
    NewestRejects(Choice choice, RejectOrder order, List<Long> committed) {
        this.choice = choice;
        this.order = order;
        this.committed = List.copyOf(committed);
    }

    /// @param state of the run, read before the rejects are
    static NewestRejects of(RunState state, Choice choice) {
        return new NewestRejects(choice, new RejectOrder(state.plan().reading().versions()), state.committed());
    }

    void add(RejectRecord record, int lane) {
        open.add(record, lane);
        switch (record) {
            case Reject reject -> add(reject);
            case Replacement replacement ->
                replaced.computeIfAbsent(StateHash.of(replacement.document()), _ -> new HashSet<>())
                        .add(LivingStates.contentOf(replacement.document().source()));
            case Replayed _ -> {}
        }
    }

    private void add(Reject reject) {
        boolean isChosen = choice.includes(reject);
        if (isChosen) {
            found.add(choice.nameOf(reject));
        }
        DocRecord document = reject.document();
        boolean isDelete = document.source() == null;
        // What a replacement was refused with are not the source's bytes: these lie in an earlier reject, if in any.
        long content = reject.hasBody() ? LivingStates.contentOf(document.source()) : LivingStates.UNKNOWN;
        boolean isOfSource = reject.hasBody()
                && !replaced.getOrDefault(StateHash.of(document), Set.of()).contains(content);
        newest.merge(
                keyOf(document),
                new State(
                        document.version(),
                        reject.docsOffset(),
                        isOfSource ? reject.docsOffset() : WITHOUT_BODY,
                        isOfSource ? content : LivingStates.UNKNOWN,
                        isChosen,
                        isDelete,
                        List.of()),
                (known, state) -> known.and(state, order));
    }

    /// Forgets what is not chosen, and what is not open any more unless it was named itself.
    ///
    /// @throws RunRefusedException if something was named that is not there
    void choose() {
        Set<String> missing = new TreeSet<>(choice.names());
        missing.removeAll(found);
        if (!missing.isEmpty()) {
            String names = String.join(", ", missing);
            throw new RunRefusedException(
                    switch (choice.by()) {
                        case ALL -> throw new IllegalStateException("nothing is named where all are chosen");
                        case TYPE ->
                            "No document was rejected with the type " + names + ": 'rejects list' shows the types."
                                    + " Nothing was published.";
                        case ID ->
                            "No document with the id " + names + " was rejected: 'rejects list' shows what was."
                                    + " Nothing was published.";
                    });
        }
        newest.entrySet()
                .removeIf(one -> !one.getValue().isChosen()
                        || (choice.by() != Choice.By.ID && !isOpen(one.getKey(), one.getValue())));
    }

    private boolean isOpen(DocumentKey document, State state) {
        return open.isOpen(StateHash.of(document.id(), document.routing(), state.version()), committed);
    }

    int size() {
        return newest.size();
    }

    /// The newest rejected state of a document; null if it has none, or none that is chosen.
    @Nullable
    State of(DocumentKey document) {
        return newest.get(document);
    }

    /// Whether it is the last reject with the source's bytes of the newest state of a chosen document. Where an
    /// application gives a version twice, the earlier one has other bytes.
    boolean isLast(Reject reject) {
        State state = newest.get(keyOf(reject.document()));
        return state != null
                && reject.hasBody()
                && state.version() == reject.document().version()
                && state.bodyOffset() == reject.docsOffset();
    }

    /// Whether it is one, and was rejected after the rejects were added.
    boolean isAgain(Reject reject) {
        State state = newest.get(keyOf(reject.document()));
        return state != null
                && state.version() == reject.document().version()
                && reject.docsOffset() > state.docsOffset();
    }

    /// Whether this state was published with other bytes than the rejected ones before.
    boolean isReplaced(DocRecord document) {
        return replaced.containsKey(StateHash.of(document));
    }

    static DocumentKey keyOf(DocRecord document) {
        return new DocumentKey(document.id(), document.routing());
    }
}
