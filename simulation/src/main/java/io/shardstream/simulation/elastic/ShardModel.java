package io.shardstream.simulation.elastic;

import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One shard on a few nodes, each with a cluster state of its own age: primary terms, fail-over with rollback,
/// relocation under one term, isolated nodes that still answer. What copies send each other is [Replication].
///
/// What is rolled back is given its numbers again: for that, a copy that learns of a new term drops all
/// above its global checkpoint (`IndexShard.resetEngineToGlobalCheckpoint`), and a new primary restores
/// what its translog still holds and fills the gaps with nothing (`fillSeqNoGaps`).
final class ShardModel {
    static final int NODES = 4;
    private static final int COPIES = 3;
    private static final Duration PUBLICATION = Duration.ofMillis(150);

    private final Kernel kernel;
    private final String name;
    private final Replication replication;
    private final Routing[] views = new Routing[NODES];
    private long term = 1;
    private int primary;
    private SortedSet<Integer> inSync = new TreeSet<>();
    private SortedSet<Integer> active = new TreeSet<>();
    private @Nullable Move moving;
    private int allocations;
    /// What it held in earlier histories.
    private final List<History> past = new ArrayList<>();

    /// The primary is being moved.
    private record Move(int from, int to, long term) {}

    ShardModel(Kernel kernel, String name, List<Live> begin, long firstNumber) {
        this.kernel = kernel;
        this.name = name;
        this.replication = new Replication(kernel, name);
        begin(History.beginningWith(name + "-history", begin, firstNumber));
    }

    /// All copies hold this, and every node knows of it.
    private void begin(History history) {
        long max = history.max();
        primary = 0;
        inSync = new TreeSet<>();
        active = new TreeSet<>();
        for (int node = 0; node < NODES; node++) {
            SimulatedCopy copy = new SimulatedCopy(kernel, allocation(), history.copy(), term);
            copy.active = node < COPIES;
            copy.globalCheckpoint = max;
            replication.replace(node, copy);
            if (node < COPIES) {
                inSync.add(node);
                active.add(node);
            }
        }
        SimulatedCopy first = copy(0);
        first.primary = true;
        first.inSync = new TreeSet<>(inSync);
        inSync.forEach(node -> first.checkpoints.put(node, max));
        for (int node = 0; node < NODES; node++) {
            views[node] = state();
        }
    }

    private String allocation() {
        return name + "-" + allocations++;
    }

    Kernel kernel() {
        return kernel;
    }

    @Override
    public String toString() {
        return name;
    }

    SimulatedCopy copy(int node) {
        return replication.copy(node);
    }

    /// A client's operation, at one of the nodes that take themselves for the primary.
    void write(ModelOperation operation) {
        replication.write(operation);
    }

    /// What clients were told that it is done.
    Map<Long, ModelOperation> acknowledged() {
        return replication.acknowledged();
    }

    /// Primaries tell the other copies their global checkpoint, as they do after a while.
    void synchronize() {
        replication.synchronize();
    }

    Routing view(int node) {
        return views[node];
    }

    private Routing state() {
        return new Routing(term, primary, copy(primary).allocation, inSync, active);
    }

    /// What the master says.
    ElectedPrimary elected() {
        return new ElectedPrimary(term, copy(primary).allocation, moving != null);
    }

    /// Whether that node says that it holds the started primary.
    boolean claims(int node) {
        return copy(node).active && copy(node).primary && views[node].primary() == node;
    }

    // ---- the master

    private void publish() {
        for (int node = 0; node < NODES; node++) {
            applySoon(node);
        }
    }

    private void applySoon(int node) {
        kernel.after(kernel.around(PUBLICATION), () -> apply(node));
    }

    private void apply(int node) {
        Routing state = state();
        if (replication.isIsolated(node) || views[node].equals(state)) {
            return;
        }
        views[node] = state;
        SimulatedCopy copy = copy(node);
        if (!state.active().contains(node)) {
            if (moving == null || moving.to() != node) {
                copy.active = false;
                copy.primary = false;
                copy.handedOver = false;
            }
        } else if (state.primary() == node) {
            if (!copy.primary || copy.term != state.term()) {
                promote(node, state);
            } else if (!copy.handedOver) {
                SortedSet<Integer> known = new TreeSet<>(copy.inSync);
                known.addAll(state.inSync());
                known.removeIf(other -> !state.active().contains(other) && (moving == null || moving.to() != other));
                copy.inSync = known;
                replication.advance(node);
            }
        } else if (copy.primary) {
            copy.primary = false;
            copy.handedOver = false;
        }
    }

    private void promote(int node, Routing state) {
        SimulatedCopy copy = copy(node);
        kernel.trace(() -> name + " n" + node + " becomes primary of term " + state.term());
        copy.primary = true;
        copy.handedOver = false;
        copy.term = state.term();
        copy.inSync = new TreeSet<>(state.inSync());
        copy.checkpoints.clear();
        copy.unacknowledged.clear();
        copy.translog.forEach(copy.history::putIfAbsent);
        copy.translog.clear();
        copy.history.fillGaps();
        for (int other : copy.inSync) {
            for (long number : List.copyOf(copy.history.numbersAbove(copy.globalCheckpoint))) {
                ModelOperation operation = copy.history.at(number);
                replication.send(node, other, number, operation == null ? ModelOperation.NOTHING : operation);
            }
            replication.send(node, other, -1, ModelOperation.NOTHING);
        }
        replication.advance(node);
    }

    /// The master makes another in-sync copy the primary; the old one learns of it when it can.
    void failOver() {
        List<Integer> candidates = inSync.stream()
                .filter(node ->
                        node != primary && !replication.isIsolated(node) && active.contains(node) && copy(node).active)
                .toList();
        if (candidates.isEmpty()) {
            return;
        }
        Move move = moving;
        if (move != null) {
            inSync.remove(move.to());
            replication.replace(move.to(), SimulatedCopy.none(kernel, allocation()));
            moving = null;
        }
        int old = primary;
        primary = candidates.get(kernel.random().nextInt(candidates.size()));
        term++;
        inSync.remove(old);
        active.remove(old);
        kernel.trace(() -> name + " fails over from n" + old + " to n" + primary + " in term " + term);
        publish();
    }

    /// The master takes a copy that does not answer out of the in-sync set.
    void dropIsolated() {
        int isolated = replication.isolated();
        if (isolated >= 0 && isolated != primary && active.contains(isolated)) {
            kernel.trace(() -> name + " goes on without n" + isolated);
            inSync.remove(isolated);
            active.remove(isolated);
            publish();
        }
    }

    private boolean primaryIsWell() {
        SimulatedCopy copy = copy(primary);
        return !replication.isIsolated(primary)
                && views[primary].equals(state())
                && copy.primary
                && copy.term == term
                && !copy.handedOver;
    }

    /// A node without a copy gets one from the primary.
    void recover() {
        int node = kernel.random().nextInt(NODES);
        if (active.size() >= COPIES
                || active.contains(node)
                || copy(node).active
                || replication.isIsolated(node)
                || !views[node].equals(state())
                || !primaryIsWell()) {
            return;
        }
        SimulatedCopy from = copy(primary);
        SimulatedCopy copy = new SimulatedCopy(kernel, allocation(), from.history.copy(), from.term);
        copy.globalCheckpoint = Math.min(from.globalCheckpoint, copy.history.checkpoint());
        replication.replace(node, copy);
        from.inSync.add(node);
        from.checkpoints.put(node, copy.history.checkpoint());
        inSync.add(node);
        active.add(node);
        kernel.trace(() -> name + " has a new copy on n" + node);
        publish();
    }

    /// Begins to move the primary to a free node, or ends the move that was begun. In between the old one
    /// goes on as a replica that takes itself for the primary.
    void relocate() {
        Move move = moving;
        if (move != null) {
            moving = null;
            endMove(move);
            return;
        }
        int free = kernel.random().nextInt(NODES);
        if (active.contains(free) || copy(free).active || replication.isIsolated(free) || !primaryIsWell()) {
            return;
        }
        SimulatedCopy from = copy(primary);
        SimulatedCopy to = new SimulatedCopy(kernel, allocation(), from.history.copy(), from.term);
        to.globalCheckpoint = from.globalCheckpoint;
        to.primary = true;
        to.inSync = new TreeSet<>(from.inSync);
        to.inSync.add(free);
        to.checkpoints.putAll(from.checkpoints);
        to.checkpoints.put(free, to.history.checkpoint());
        replication.replace(free, to);
        from.handedOver = true;
        from.unacknowledged.clear();
        inSync.add(free);
        moving = new Move(primary, free, from.term);
        kernel.trace(() -> name + " moves from n" + primary + " to n" + free);
    }

    private void endMove(Move move) {
        SimulatedCopy to = copy(move.to());
        boolean goesWell = term == move.term()
                && primary == move.from()
                && !replication.isIsolated(move.to())
                && to.active
                && to.primary
                && to.term == move.term();
        if (goesWell) {
            primary = move.to();
            inSync.add(move.to());
            active.add(move.to());
            inSync.remove(move.from());
            active.remove(move.from());
            publish();
        } else if (to.active && !active.contains(move.to())) {
            replication.replace(move.to(), SimulatedCopy.none(kernel, allocation()));
            inSync.remove(move.to());
        }
    }

    /// Where the primary's work is done while it is being moved, -1 if it is not.
    int movingTo(int node) {
        Move move = moving;
        return move != null && move.from() == node && replication.reach(node, move.to()) ? move.to() : -1;
    }

    boolean isReachable(int from, int to) {
        return replication.reach(from, to);
    }

    /// Who answers a search that any node may answer.
    int anyCopy() {
        int coordinator = kernel.random().nextInt(NODES);
        List<Integer> answering = views[coordinator].active().stream()
                .filter(node -> copy(node).active && replication.reach(coordinator, node))
                .toList();
        return answering.isEmpty() ? primary : answering.get(kernel.random().nextInt(answering.size()));
    }

    // ---- histories

    /// What a backup of now holds.
    History backup() {
        SimulatedCopy copy = copy(primary);
        History backup = copy.history.copy();
        copy.translog.forEach(backup::putIfAbsent);
        backup.fillGaps();
        return backup;
    }

    /// The shard is restored in place from a backup, or a stale copy is made its primary by force: what was
    /// written since is lost, although clients were told that it is done.
    void restore(History backup) {
        changeHistory(backup.as(nextHistory()));
    }

    /// A copy that holds nothing is made its primary by force.
    void allocateEmptyPrimary() {
        changeHistory(History.beginningWith(nextHistory(), List.of(), 0));
    }

    private String nextHistory() {
        return name + "-history-" + (past.size() + 1);
    }

    private void changeHistory(History next) {
        heal();
        past.add(backup());
        moving = null;
        term++;
        begin(next);
        replication.acknowledged().entrySet().removeIf(entry -> !next.holds(entry.getKey(), entry.getValue()));
        kernel.trace(() -> name + " is in another history, " + next.uuid() + ", up to " + next.max());
    }

    /// The histories before this one.
    List<History> past() {
        return past;
    }

    /// Cuts one node off from the others, not from clients and readers.
    void isolate() {
        if (replication.isolated() < 0) {
            replication.isolateOneOf(List.copyOf(active));
        }
    }

    boolean isPrimaryIsolated() {
        return replication.isIsolated(primary);
    }

    void heal() {
        if (replication.isolated() >= 0) {
            replication.heal();
            publish();
        }
    }

    /// Ends every trouble, so that after a while all copies are equal.
    void settle() {
        heal();
        if (moving != null) {
            relocate();
        }
        publish();
    }

    // ---- what an oracle sees, when all is settled

    History committed() {
        return copy(primary).history;
    }

    boolean isSettled() {
        SimulatedCopy copy = copy(primary);
        return primaryIsWell() && moving == null && copy.globalCheckpoint == copy.history.max();
    }
}
