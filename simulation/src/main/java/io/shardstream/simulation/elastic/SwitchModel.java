package io.shardstream.simulation.elastic;

import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What the one cluster of source and target knows of both indices as a whole: aliases and write blocks.
public final class SwitchModel {
    private static final double LATE = 0.25;
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofSeconds(4);

    private final Kernel kernel;
    private final Map<String, Map<String, Alias>> aliases = new TreeMap<>();
    private final Set<String> blocked = new TreeSet<>();
    /// By index the number of a block that not all shards have confirmed.
    private final Map<String, Integer> unconfirmed = new TreeMap<>();
    private int blocks;
    private double trouble;
    private Runnable changed = () -> {};

    public SwitchModel(Kernel kernel) {
        this.kernel = kernel;
    }

    Kernel kernel() {
        return kernel;
    }

    /// The cluster as one process sees it.
    public ModelSwitch seenBy(SimulatedProcess process, TargetModel target) {
        return new ModelSwitch(this, process, target);
    }

    /// How often an answer is lost or a call arrives late, 0 to 1.
    public void trouble(double probability) {
        trouble = probability;
    }

    boolean isTroubled() {
        return trouble > 0 && kernel.chance(trouble);
    }

    /// Whether a call is carried out long after its caller has given it up.
    boolean isLate() {
        return trouble > 0 && kernel.chance(LATE);
    }

    /// Told after every change of aliases.
    public void onChange(Runnable listener) {
        changed = listener;
    }

    public void give(String index, String alias) {
        aliases.computeIfAbsent(index, name -> new TreeMap<>()).put(alias, new Alias(alias, "{}"));
    }

    public boolean has(String index, String alias) {
        return aliases.getOrDefault(index, Map.of()).containsKey(alias);
    }

    public boolean isBlocked(String index) {
        return writeBlock(index) != WriteBlock.NONE;
    }

    WriteBlock writeBlock(String index) {
        if (blocked.contains(index)) {
            return WriteBlock.WHOLE;
        }
        return unconfirmed.containsKey(index) ? WriteBlock.UNCONFIRMED : WriteBlock.NONE;
    }

    /// Begins to set a block, which goes on whoever waits for it.
    ///
    /// @param isQuiet whether no write is under way in the index's shards
    /// @param answer told, once, whether all shards have confirmed it
    void block(String index, String through, BooleanSupplier isQuiet, Consumer<Boolean> answer) {
        boolean begins = isNamed(index, through) && !blocked.contains(index);
        kernel.trace(() -> index + (begins ? " is blocked" : " is not blocked through " + through));
        if (begins) {
            confirm(index, unconfirmed.computeIfAbsent(index, _ -> ++blocks), isQuiet, answer);
        } else {
            answer.accept(false);
        }
    }

    private void confirm(String index, int number, BooleanSupplier isQuiet, Consumer<Boolean> answer) {
        kernel.after(kernel.around(isLate() ? LONG : LOOK), () -> {
            if (isTroubled()) {
                kernel.trace(() -> "a shard does not confirm the block of " + index);
                answer.accept(false);
            } else if (isQuiet.getAsBoolean()) {
                answer.accept(isWhole(index, number));
            } else {
                confirm(index, number, isQuiet, answer);
            }
        });
    }

    /// The block that was confirmed becomes whole, if it is the one that is there.
    private boolean isWhole(String index, int number) {
        if (unconfirmed.remove(index, number)) {
            kernel.trace(() -> "all shards have confirmed the block of " + index);
            blocked.add(index);
        }
        return blocked.contains(index);
    }

    /// Takes a block away that is whole.
    ///
    /// @return whether that is a name of the index
    boolean unblock(String index, String through) {
        boolean isThere = isNamed(index, through);
        kernel.trace(() -> index + (isThere ? " has no whole block any more" : " stays: there is no " + through));
        if (isThere) {
            blocked.remove(index);
        }
        return isThere;
    }

    private boolean isNamed(String index, String through) {
        return through.equals(index) || has(index, through);
    }

    /// Both indices are always open, and their primaries at work.
    List<FoundIndex> find(String name) {
        List<FoundIndex> found = new ArrayList<>();
        aliases.forEach((index, all) -> {
            if (index.equals(name) || all.containsKey(name)) {
                found.add(new FoundIndex(index, index + "-uuid", true, 1, List.of(), all.keySet(), List.of()));
            }
        });
        return List.copyOf(found);
    }

    List<Alias> aliases(String index) {
        return List.copyOf(aliases.getOrDefault(index, Map.of()).values());
    }

    boolean change(List<AliasChange> changes) {
        List<String> told = new ArrayList<>();
        for (AliasChange change : changes) {
            if (change instanceof AliasChange.Remove(String index, String alias) && !has(index, alias)) {
                kernel.trace(() -> "aliases stay: " + alias + " is not there");
                return false;
            }
        }
        for (AliasChange change : changes) {
            switch (change) {
                case AliasChange.Add(String index, Alias alias) -> {
                    aliases.computeIfAbsent(index, name -> new TreeMap<>()).put(alias.name(), alias);
                    told.add("+" + index + "/" + alias.name());
                }
                case AliasChange.Remove(String index, String alias) -> {
                    aliases.getOrDefault(index, new TreeMap<>()).remove(alias);
                    told.add("-" + index + "/" + alias);
                }
                case AliasChange.RemoveIndex(String index) ->
                    throw new IllegalArgumentException("no run of a simulation deletes index " + index);
            }
        }
        kernel.trace(() -> "aliases: " + told);
        changed.run();
        return true;
    }
}
