package io.shardstream.ittests.simulation.elastic;

import io.shardstream.control.cutover.Alias;
import io.shardstream.control.cutover.AliasChange;
import io.shardstream.ittests.simulation.kernel.Kernel;
import io.shardstream.ittests.simulation.kernel.SimulatedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the one cluster of source and target knows of both indices as a whole: aliases and write blocks.
public final class SwitchModel {
    private static final double LATE = 0.25;

    private final Kernel kernel;
    private final Map<String, Map<String, Alias>> aliases = new TreeMap<>();
    private final Set<String> blocked = new TreeSet<>();
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
        return blocked.contains(index);
    }

    /// @return whether that is a name of the index
    boolean block(String index, String through) {
        boolean isThere = isNamed(index, through);
        kernel.trace(() -> index + (isThere ? " is blocked" : " is not blocked: there is no " + through));
        if (isThere) {
            blocked.add(index);
        }
        return isThere;
    }

    /// @return whether that is a name of the index
    boolean unblock(String index, String through) {
        boolean isThere = isNamed(index, through);
        kernel.trace(() -> index + (isThere ? " is not blocked any more" : " stays: there is no " + through));
        if (isThere) {
            blocked.remove(index);
        }
        return isThere;
    }

    private boolean isNamed(String index, String through) {
        return through.equals(index) || has(index, through);
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
            }
        }
        kernel.trace(() -> "aliases: " + told);
        changed.run();
        return true;
    }
}
