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
    /// What searches go by, else what documents are written with, as both are where only one was said.
    private static final List<String> ROUTINGS = List.of("search_routing", "index_routing", "routing");

    /// Each is a search of the source.
    private static final int MOST_ASKED = 1000;
    /// In the place of the names of others.
    private static final String OTHERS = "*";

    private static final JsonMapper MAPPER = new JsonMapper();

    private RoutedAliases() {}

    /// @param source settings of the source
    /// @param target of the target
    static List<NoticedDifference> of(Sides sides, IndexSettings source, IndexSettings target) throws ElasticException {
        if (Placing.of(source).isLike(Placing.of(target))) {
            return List.of();
        }
        List<NoticedDifference> noticed = new ArrayList<>();
        int asked = 0;
        for (Alias alias : sides.productionOfSource()) {
            JsonNode properties = MAPPER.readTree(alias.properties());
            Optional<String> routing = ROUTINGS.stream()
                    .map(name -> properties.path(name).asString(""))
                    .filter(value -> !value.isEmpty())
                    .findFirst();
            if (routing.isPresent() && asked++ == MOST_ASKED) {
                noticed.add(new NoticedDifference(
                        FieldConsent.ALIAS + OTHERS,
                        "aliases with a routing beyond " + MOST_ASKED + " (what they find was not compared)",
                        false));
                return noticed;
            }
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

    /// By which rule an index puts documents on its shards, as far as its settings tell.
    ///
    /// @param ranges into how many ranges hashes are divided, where somebody has said so
    private record Placing(String shards, String partitions, String ranges, Rule rule) {
        private static final String ONE = "1";

        static Placing of(IndexSettings index) {
            return new Placing(
                    index.effective().getOrDefault("index.number_of_shards", ""),
                    index.effective().getOrDefault("index.routing_partition_size", ONE),
                    index.set().getOrDefault("index.number_of_routing_shards", ""),
                    Rule.of(index.set().getOrDefault("index.version.created", "")));
        }

        boolean isLike(Placing other) {
            return equals(other) || (shards.equals(ONE) && other.shards.equals(ONE));
        }
    }

    /// By the version with which an index was made: before 7.0 there was one range a shard
    /// (`MetadataCreateIndexService.calculateNumRoutingShards`), and Elasticsearch has another function from index
    /// version 9,064,000 on (`RoutingFunction`). OpenSearch counts its versions from 2^27 on (`Version.MASK`).
    private enum Rule {
        SHARDS,
        RANGES,
        MODULO;

        private static final long SEVEN = 7_000_000;
        private static final long OTHER_FUNCTION = 9_064_000;
        private static final long OPENSEARCH = 1 << 27;

        static Rule of(String created) {
            long version = created.matches("\\d{1,18}") ? Long.parseLong(created) : OPENSEARCH;
            if (version < SEVEN) {
                return SHARDS;
            }
            return version >= OTHER_FUNCTION && version < OPENSEARCH ? MODULO : RANGES;
        }
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
