package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Counts documents by field on both sides until the numbers are equal or differ by more than writes explain.
///
/// The source is counted first, which shows all up to its checkpoints. When readers and writers have come
/// that far the target is counted, and then the source says what it has taken since. An operation changes a
/// count by one at most, and each side may have counted it or not. So numbers of two sides that find the same
/// differ at most by
///
/// * the documents that the target has more, which the next sweep deletes;
/// * what was written since: by one for each side, and once more for each, as the numbers of documents by
///   which the former is known were counted while it was written;
/// * what production has written to the target since a swap, in the same way;
/// * what is known to differ or not known to be equal, such as rejects, twice: such a document may be
///   missing, and hide one that is to be deleted.
///
/// Documents that the source has more explain nothing by themselves: those that nobody knows of are what is
/// looked for.
final class CountedFields {
    static final int ROUNDS = 4;
    /// Numbers that nobody writes to are believed when they were the same twice.
    private static final int LEAST_ROUNDS = 2;

    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);

    private final ComparedRun run;
    private final SideSearch source;
    private final SideSearch target;
    private final MeaningOptions options;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Drain drain;
    private final Map<String, FieldNumbers> numbers = new HashMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private long underWay;

    CountedFields(
            ComparedRun run,
            SideSearch source,
            SideSearch target,
            MeaningOptions options,
            InstantSource clock,
            Sleeper sleeper) {
        this.run = run;
        this.source = source;
        this.target = target;
        this.options = options;
        this.clock = clock;
        this.sleeper = sleeper;
        this.drain = new Drain(run.lanes(), clock, sleeper);
    }

    /// Counts, at least once.
    void count(List<FieldPair> fields)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        List<FieldPair> open = fields;
        for (int round = 1; round <= ROUNDS && !open.isEmpty(); round++) {
            if (round > 1) {
                sleeper.sleep(BETWEEN_ROUNDS);
            }
            round(open);
            open = open.stream().filter(this::isOpen).toList();
            if (round >= LEAST_ROUNDS && underWay == 0) {
                return;
            }
        }
    }

    private boolean isOpen(FieldPair field) {
        FieldNumbers known = numbers.get(field.name());
        return known != null && !known.isEqual();
    }

    private void round(List<FieldPair> fields)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        RunState before = run.lanes().state();
        FieldCounts here =
                FieldCounts.of(source, fields.stream().map(FieldPair::source).toList());
        if (options.goesOn()) {
            drain.upToCheckpoints(here.checkpoints(), clock.instant().plus(options.patience()));
        } else {
            drain.ofNow(clock.instant().plus(options.patience()));
        }
        FieldCounts there =
                FieldCounts.of(target, fields.stream().map(FieldPair::target).toList());
        underWay = underWay(here, there, since(here, before) + sinceSwap());
        refused.putAll(here.refused());
        there.refused().forEach(refused::putIfAbsent);
        for (FieldPair field : fields) {
            Long inSource = here.found().get(field.name());
            Long inTarget = there.found().get(field.name());
            if (inSource != null && inTarget != null) {
                FieldNumbers now = new FieldNumbers(field, inSource, inTarget, underWay);
                numbers.merge(field.name(), now, FieldNumbers::then);
            }
        }
    }

    /// Operations of the source that the target need not have.
    private long since(FieldCounts here, RunState before) throws ElasticException, NotPrimaryException {
        List<Long> highest = source.highest();
        long since = 0;
        for (int shard = 0; shard < highest.size(); shard++) {
            long copied = options.goesOn() ? here.checkpoints().get(shard) : before.done(shard);
            since += Math.max(0, highest.get(shard) - copied);
        }
        return since;
    }

    /// Operations of production in the target. Asked for after the target was counted: those that it has
    /// counted are among them.
    private long sinceSwap() throws ElasticException, NotPrimaryException {
        List<Long> before = options.atSwap();
        if (before.isEmpty()) {
            return 0;
        }
        List<Long> highest = target.highest();
        long since = 0;
        for (int shard = 0; shard < highest.size(); shard++) {
            since += Math.max(0, highest.get(shard) - before.get(shard));
        }
        return since;
    }

    private long underWay(FieldCounts here, FieldCounts there, long since) {
        long more = Math.max(0, there.documents() - here.documents());
        long others = 2 * since + options.explained();
        long all = Math.min(MeaningReport.ANY, more + 2 * Math.min(MeaningReport.ANY, others));
        return all > 0 && (here.isWeighted() || there.isWeighted()) ? MeaningReport.ANY : all;
    }

    /// What was found in the end, of each field that both sides have counted.
    List<FieldNumbers> numbers() {
        return List.copyOf(numbers.values());
    }

    /// Whether any document of either side has it.
    boolean isInAny(FieldPair field) {
        FieldNumbers known = numbers.get(field.name());
        return known != null && known.source() + known.target() > 0;
    }

    /// Why a field could not be counted, by its name.
    Map<String, String> refused() {
        return Map.copyOf(refused);
    }

    /// By how many documents the numbers of the last round may have differed because of writes.
    long underWay() {
        return underWay;
    }
}
