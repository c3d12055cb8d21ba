package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.source.Placing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Documents that searches through an alias with a routing find only because they share a shard with it. In a
/// target with other shards they lie elsewhere: searches through the alias miss them, and who updates one of
/// them through it makes a second document of its id.
public final class RoutedAliases {
    /// What searches go by, else what documents are written with, as both are where only one was said.
    private static final List<String> ROUTINGS = List.of("search_routing", "index_routing", "routing");

    private static final int MOST_ASKED = 1000;
    /// In the place of the names of others.
    private static final String OTHERS = "*";

    private static final JsonMapper MAPPER = new JsonMapper();

    private RoutedAliases() {}

    /// @param source where the index is whose aliases these are
    /// @param from how it places documents
    /// @param to how the target does
    public static List<NoticedDifference> of(ClusterSwitch source, String index, ShardRouting from, ShardRouting to)
            throws ElasticException {
        return Placing.areAlike(from, to)
                ? List.of()
                : of(source, index, with(RunAliases.production(source.aliases(index))), from, to);
    }

    /// Those that have a routing.
    public static List<Alias> with(List<Alias> aliases) {
        return aliases.stream().filter(alias -> routing(alias).isPresent()).toList();
    }

    /// The same of these, which have a routing. Each is a search of the source.
    public static List<NoticedDifference> of(
            ClusterSwitch source, String index, List<Alias> routed, ShardRouting from, ShardRouting to)
            throws ElasticException {
        if (Placing.areAlike(from, to)) {
            return List.of();
        }
        List<NoticedDifference> noticed = new ArrayList<>();
        for (Alias alias : routed.subList(0, Math.min(routed.size(), MOST_ASKED))) {
            String routing = routing(alias).orElseThrow();
            long others =
                    source.documents(index, routing, withoutRouting(MAPPER.readTree(alias.properties()), routing));
            if (others > 0) {
                noticed.add(noticed(alias.name(), routing, others));
            }
        }
        if (routed.size() > MOST_ASKED) {
            noticed.add(new NoticedDifference(
                    FieldConsent.ALIAS + OTHERS,
                    "aliases with a routing beyond " + MOST_ASKED + " (what they find was not compared)",
                    false));
        }
        return noticed;
    }

    private static Optional<String> routing(Alias alias) {
        JsonNode properties = MAPPER.readTree(alias.properties());
        return ROUTINGS.stream()
                .map(name -> properties.path(name).asString(""))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    private static NoticedDifference noticed(String alias, String routing, long others) {
        return new NoticedDifference(
                FieldConsent.ALIAS + alias,
                "alias " + Printable.of(alias) + " (with its routing '" + Printable.of(routing) + "' it finds "
                        + NumberText.of(others, "document")
                        + " of the source that were written without it, and that lie on other shards of the target)",
                false);
    }

    private static String withoutRouting(JsonNode alias, String routing) {
        ObjectNode query = MAPPER.createObjectNode();
        ObjectNode bool = query.putObject("bool");
        if (alias.has("filter")) {
            bool.putArray("filter").add(alias.path("filter"));
        }
        var values = bool.putArray("must_not").addObject().putObject("terms").putArray("_routing");
        for (String value : routing.split(",", -1)) {
            values.add(value);
        }
        return MAPPER.writeValueAsString(query);
    }
}
