package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.IndexCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Children by a join field that an index has, taken by chance, with their parents. Two searches.
public final class JoinSample {
    private static final JsonMapper MAPPER = new JsonMapper();

    private JoinSample() {}

    /// @param most how many children; no more than `index.max_result_window`
    public static List<JoinedChild> of(IndexCalls cluster, String index, JoinField field, int most)
            throws ElasticException {
        List<Child> children = new ArrayList<>();
        for (JsonNode hit : hits(cluster, index, children(field, most))) {
            String parent =
                    value(hit.path("_source"), field.name()).path("parent").asString("");
            if (!parent.isEmpty()) {
                children.add(new Child(written(hit), parent));
            }
        }
        if (children.isEmpty()) {
            return List.of();
        }
        Map<String, List<JoinedChild.Written>> parents = new HashMap<>();
        for (JsonNode hit : hits(cluster, index, parents(children, most))) {
            JoinedChild.Written parent = written(hit);
            parents.computeIfAbsent(parent.id(), _ -> new ArrayList<>()).add(parent);
        }
        return children.stream()
                .map(child -> new JoinedChild(child.written(), parents.getOrDefault(child.parent(), List.of())))
                .toList();
    }

    /// @param parent the id of its parent
    private record Child(JoinedChild.Written written, String parent) {}

    private static ObjectNode children(JoinField field, int most) {
        ObjectNode search = MAPPER.createObjectNode().put("size", most);
        search.putArray("_source").add(field.name());
        ObjectNode score = search.putObject("query").putObject("function_score");
        var names = score.putObject("query")
                .putObject("bool")
                .putArray("filter")
                .addObject()
                .putObject("terms")
                .putArray(field.name());
        field.children().forEach(names::add);
        score.putObject("random_score");
        return search;
    }

    private static ObjectNode parents(List<Child> children, int most) {
        ObjectNode search = MAPPER.createObjectNode().put("size", most).put("_source", false);
        var ids = search.putObject("query").putObject("ids").putArray("values");
        children.stream().map(Child::parent).distinct().forEach(ids::add);
        return search;
    }

    private static JsonNode hits(IndexCalls cluster, String index, ObjectNode search) throws ElasticException {
        Call call = OwnSearches.of(
                Call.post("/" + Call.encoded(index) + "/_search", Bytes.of(MAPPER.writeValueAsBytes(search))));
        Reply reply = cluster.send(call.with("allow_partial_search_results", "false"));
        JsonNode hits = OwnSearches.answer(reply).path("hits").path("hits");
        if (!hits.isArray()) {
            throw new ElasticException.Malformed(
                    reply.node() + " does not say what the search " + reply.call() + " found (hits)");
        }
        return hits;
    }

    private static JoinedChild.Written written(JsonNode hit) {
        return new JoinedChild.Written(
                hit.path("_id").asString(""),
                Optional.of(hit.path("_routing").asString("")).filter(routing -> !routing.isEmpty()));
    }

    private static JsonNode value(JsonNode source, String name) {
        JsonNode found = source.path(name);
        if (found.isMissingNode()) {
            found = source;
            for (String part : name.split("\\.", -1)) {
                found = found.path(part);
            }
        }
        return found;
    }
}
