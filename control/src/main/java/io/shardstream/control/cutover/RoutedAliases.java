package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.line.Printable;
import io.shardstream.common.numbers.Numbers;
import io.shardstream.control.survey.difference.FieldConsent;
import io.shardstream.control.survey.difference.IndexSettings;
import io.shardstream.control.survey.difference.NoticedDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Documents that searches through an alias with a routing find only because they share a shard with it. In a target
/// with other shards they lie elsewhere: searches through the alias miss them, and who updates one of them through it
/// makes a second document of its id.
final class RoutedAliases {
    private static final List<String> PLACES =
            List.of("index.number_of_shards", "index.number_of_routing_shards", "index.routing_partition_size");
    /// What searches go by, else what documents are written with, as both are where only one was said.
    private static final List<String> ROUTINGS = List.of("search_routing", "index_routing", "routing");

    private static final JsonMapper MAPPER = new JsonMapper();

    private RoutedAliases() {}

    /// @param source settings of the source
    /// @param target of the target
    static List<NoticedDifference> of(Sides sides, IndexSettings source, IndexSettings target) throws ElasticException {
        boolean isPlacedAlike = PLACES.stream()
                .allMatch(place -> source.effective()
                        .getOrDefault(place, "")
                        .equals(target.effective().getOrDefault(place, "")));
        if (isPlacedAlike) {
            return List.of();
        }
        List<NoticedDifference> noticed = new ArrayList<>();
        for (Alias alias : sides.productionOfSource()) {
            JsonNode properties = MAPPER.readTree(alias.properties());
            Optional<String> routing = ROUTINGS.stream()
                    .map(name -> properties.path(name).asString(""))
                    .filter(value -> !value.isEmpty())
                    .findFirst();
            if (routing.isPresent()) {
                long others = sides.source()
                        .documents(sides.sourceIndex(), routing.get(), withoutRouting(properties, routing.get()));
                if (others > 0) {
                    noticed.add(noticed(alias.name(), routing.get(), others));
                }
            }
        }
        return noticed;
    }

    private static NoticedDifference noticed(String alias, String routing, long others) {
        return new NoticedDifference(
                FieldConsent.ALIAS + alias,
                "alias " + Printable.of(alias) + " (with its routing '" + Printable.of(routing) + "' it finds "
                        + Numbers.of(others, "document")
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
