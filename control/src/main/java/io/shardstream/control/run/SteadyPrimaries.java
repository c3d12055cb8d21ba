package io.shardstream.control.run;

import io.shardstream.common.contract.record.PrimaryNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is believed of where primaries are: a primary has moved once it was seen at the same other node for a
/// while, so that one which moves to and fro moves nothing else. Moves that come close upon each other are
/// believed together, since each change has lanes dealt out anew, and when changes go on for longer they are
/// believed less and less often: where a primary was serves as well meanwhile, since its node passes on what
/// it gets. A primary that was nowhere, or whose node is gone, is believed at once.
final class SteadyPrimaries {
    /// After a change that comes so soon after another the next one has to wait, twice as long each time.
    private static final Duration RESTLESS = Duration.ofMinutes(1);
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final Duration steady;
    private final Map<Integer, Moved> moved = new HashMap<>();
    private PrimaryNodes believed;
    private Instant lastChange = Instant.MIN;
    private Duration rest = Duration.ZERO;

    /// @param steady how long a primary must have been where it is; twice that if others are on their way
    /// @param believed what was believed until now
    SteadyPrimaries(Duration steady, PrimaryNodes believed) {
        this.steady = steady;
        this.believed = believed;
    }

    private record Moved(String to, Instant since) {
        boolean isYounger(Duration age, Instant now) {
            return now.isBefore(since.plus(age));
        }
    }

    /// Takes in what was seen.
    ///
    /// @return what is believed then
    PrimaryNodes seen(SeenPrimaries seen, Instant now) {
        List<String> names = new ArrayList<>();
        for (int shard = 0; shard < seen.names().size(); shard++) {
            names.add(believedOf(shard, seen, now));
        }
        believeMoved(names, now);
        believed = new PrimaryNodes(names, attributesOf(names, seen));
        return believed;
    }

    private void believeMoved(List<String> names, Instant now) {
        boolean areSomeOnTheirWay = moved.values().stream().anyMatch(move -> move.isYounger(steady, now));
        Duration wait = areSomeOnTheirWay ? steady.multipliedBy(2) : steady;
        boolean isAnyOldEnough = moved.values().stream().anyMatch(move -> !move.isYounger(wait, now));
        if (isAnyOldEnough && !now.isBefore(lastChange.plus(rest))) {
            moved.forEach((shard, move) -> {
                if (!move.isYounger(wait, now)) {
                    names.set(shard, move.to());
                }
            });
            moved.values().removeIf(move -> !move.isYounger(wait, now));
            rest = restAfterChange(now);
            lastChange = now;
        }
    }

    private Duration restAfterChange(Instant now) {
        if (!now.isBefore(lastChange.plus(RESTLESS).plus(rest))) {
            return Duration.ZERO;
        }
        Duration next = rest.isZero() ? steady.multipliedBy(2) : rest.multipliedBy(2);
        return next.compareTo(LONGEST_REST) < 0 ? next : LONGEST_REST;
    }

    /// Those of a node that is away are what they were.
    private Map<String, Map<String, String>> attributesOf(List<String> names, SeenPrimaries seen) {
        Map<String, Map<String, String>> attributes = new HashMap<>();
        for (String name : names) {
            Map<String, String> its =
                    seen.nodes().getOrDefault(name, believed.attributes().get(name));
            if (its != null && !its.isEmpty()) {
                attributes.put(name, its);
            }
        }
        return attributes;
    }

    private String believedOf(int shard, SeenPrimaries seen, Instant now) {
        String was = believed.of(shard).orElse("");
        String is = seen.names().get(shard);
        if (is.equals(was)) {
            moved.remove(shard);
            return was;
        }
        if (was.isEmpty() || (!is.isEmpty() && !seen.nodes().containsKey(was))) {
            moved.remove(shard);
            return is;
        }
        if (is.isEmpty()) {
            // A fail-over is under way: where the primary was is as good as any other node.
            moved.remove(shard);
            return was;
        }
        Moved move = moved.get(shard);
        if (move == null || !move.to().equals(is)) {
            moved.put(shard, new Moved(is, now));
        }
        return was;
    }
}
