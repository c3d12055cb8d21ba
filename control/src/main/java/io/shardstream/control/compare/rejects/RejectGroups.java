package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.state.StateHash;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Rejects by error type and shape of the reason, in bounded memory. A document that was rejected again under
/// the same version counts once; of its versions whoever adds them chooses.
public final class RejectGroups {
    /// The reason of a group that takes in what is beyond the most groups.
    static final String OTHER_REASONS = "(other reasons)";

    private static final int MOST_STATES = 1_000_000;
    private static final int MOST_GROUPS = 1000;
    private static final int MOST_SAMPLES = 3;

    private final int mostStates;
    private final int mostGroups;
    private final Set<Long> states = new HashSet<>();
    private final Map<Cause, Tally> groups = new HashMap<>();
    private boolean isExact = true;

    public RejectGroups() {
        this(MOST_STATES, MOST_GROUPS);
    }

    /// @param mostStates of so many it is known whether they come again
    /// @param mostGroups so many reasons are told apart
    RejectGroups(int mostStates, int mostGroups) {
        this.mostStates = mostStates;
        this.mostGroups = mostGroups;
    }

    private record Cause(String type, String reason) {}

    private static final class Tally {
        private final List<DocumentKey> samples = new ArrayList<>();
        private long documents;
        private long withoutBody;
    }

    public void add(Reject reject) {
        DocRecord document = reject.document();
        long state = StateHash.of(document);
        if (states.contains(state)) {
            return;
        }
        if (states.size() < mostStates) {
            states.add(state);
        } else {
            isExact = false;
        }
        Tally tally = groups.computeIfAbsent(causeOf(reject), _ -> new Tally());
        tally.documents++;
        if (!reject.hasBody()) {
            tally.withoutBody++;
        }
        if (tally.samples.size() < MOST_SAMPLES) {
            tally.samples.add(new DocumentKey(document.id(), document.routing()));
        }
    }

    private Cause causeOf(Reject reject) {
        Cause cause = new Cause(reject.type(), ReasonShape.of(reject.reason()));
        return groups.size() < mostGroups || groups.containsKey(cause)
                ? cause
                : new Cause(reject.type(), OTHER_REASONS);
    }

    /// False if there were so many rejects that some may have been counted twice.
    public boolean isExact() {
        return isExact;
    }

    /// How many of them.
    public long documents() {
        return groups.values().stream().mapToLong(tally -> tally.documents).sum();
    }

    /// The largest group first.
    public List<RejectGroup> largestFirst() {
        return groups.entrySet().stream()
                .map(entry -> new RejectGroup(
                        entry.getKey().type(),
                        entry.getKey().reason(),
                        entry.getValue().documents,
                        entry.getValue().withoutBody,
                        entry.getValue().samples))
                .sorted(Comparator.comparingLong(RejectGroup::documents)
                        .reversed()
                        .thenComparing(RejectGroup::type)
                        .thenComparing(RejectGroup::reason))
                .toList();
    }
}
