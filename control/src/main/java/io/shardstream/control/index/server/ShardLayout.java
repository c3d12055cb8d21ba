package io.shardstream.control.index.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Which node holds how many copies of the target's shards, as the cluster says, or would spread them: each
/// copy goes to the node with the fewest, of those that hold no other copy of its shard, and of these to the
/// one with most room. What else a cluster weighs, such as zones and shards of other indices, is not known
/// here.
public final class ShardLayout {
    private static final String MOVES_TO = " -> ";

    private ShardLayout() {}

    private static final class Place {
        private final ClusterNode node;
        private final OptionalLong room;
        private final Set<Integer> shards = new HashSet<>();

        Place(ClusterNode node, Watermark high) {
            this.node = node;
            this.room = DiskRule.room(List.of(node), high);
        }

        NodeShare share() {
            return new NodeShare(node.name(), shards.size(), room);
        }
    }

    /// A copy for which no node is left stays unassigned.
    public static List<NodeShare> planned(int shards, int replicas, List<ClusterNode> nodes, Watermark high) {
        List<Place> places = nodes.stream().map(node -> new Place(node, high)).toList();
        Comparator<Place> first = Comparator.<Place>comparingInt(place -> place.shards.size())
                .thenComparing(Comparator.comparingLong((Place place) -> place.room.orElse(0))
                        .reversed());
        for (int copy = 0; copy <= replicas; copy++) {
            for (int shard = 0; shard < shards; shard++) {
                int wanted = shard;
                Optional<Place> place = places.stream()
                        .filter(one -> !one.shards.contains(wanted))
                        .min(first);
                place.ifPresent(one -> one.shards.add(wanted));
            }
        }
        return places.stream().map(Place::share).toList();
    }

    /// @param answer to `GET /_cat/shards/<index>?format=json&h=node`
    public static List<NodeShare> actual(JsonNode answer, List<ClusterNode> nodes, Watermark high) {
        Map<String, Integer> copies = new HashMap<>();
        for (JsonNode copy : answer) {
            // One that moves is "from -> address id to".
            String name = copy.path("node").asString("").split(MOVES_TO, 2)[0];
            copies.merge(name, 1, Integer::sum);
        }
        List<NodeShare> shares = new ArrayList<>();
        for (ClusterNode node : nodes) {
            shares.add(new NodeShare(
                    node.name(), copies.getOrDefault(node.name(), 0), DiskRule.room(List.of(node), high)));
        }
        return shares;
    }
}
