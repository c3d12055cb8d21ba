package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.difference.FieldConsent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What the aliases of the source show of it. After the swap the target has the same aliases, and a filter of
/// the same words may mean something else to another version, so that clients of an alias get other
/// documents, or none.
///
/// @param pairs filters that can be compared, under the same name on both sides
/// @param untold why others cannot, by name, as the end of a sentence
record AliasFilters(List<FieldPair> pairs, Map<String, String> untold) {
    private static final int MOST = 100;
    /// Dates that are counted from the present are others when the second side is asked.
    private static final Pattern NOW = Pattern.compile("\"now\\b");

    AliasFilters {
        pairs = List.copyOf(pairs);
        untold = Map.copyOf(untold);
    }

    static AliasFilters of(MeaningSides sides) throws ElasticException {
        String index = sides.index(true);
        Reply reply = sides.side(true).send(Call.get("/" + Call.encoded(index) + "/_alias"));
        if (reply.status() == 403) {
            return new AliasFilters(List.of(), Map.of("aliases", "the source does not show them to this user"));
        }
        Map<String, JsonNode> filters = new TreeMap<>();
        reply.orThrow().json().path(index).path("aliases").propertyStream().forEach(alias -> {
            if (alias.getValue().has("filter")) {
                filters.put(alias.getKey(), alias.getValue().path("filter"));
            }
        });
        List<FieldPair> pairs = new ArrayList<>();
        Map<String, String> untold = new TreeMap<>();
        filters.forEach((alias, filter) -> {
            String name = FieldConsent.ALIAS_FILTER + alias;
            if (NOW.matcher(filter.toString()).find()) {
                untold.put(name, "its filter goes by the present time");
            } else if (pairs.size() == MOST) {
                untold.put(name, "more aliases with a filter than are compared");
            } else {
                SearchedField field = SearchedField.filter(alias, filter);
                pairs.add(new FieldPair(field, field));
            }
        });
        return new AliasFilters(pairs, untold);
    }
}
