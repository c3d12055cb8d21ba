package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// By which fields searches find a document.
final class FoundByField implements SampleQuestion {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final FieldQuery query;

    FoundByField(FieldQuery query) {
        this.query = query;
    }

    /// How a document is searched for by a field.
    interface FieldQuery {
        JsonNode of(SearchedField field);
    }

    /// Named queries of one search.
    @Override
    public int atOnce() {
        return 50;
    }

    @Override
    public List<SideSearch.Found> ask(SideSearch side, List<Bytes> ids, List<FieldPair> fields, boolean inSource)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<ObjectNode> queries = new ArrayList<>();
        for (FieldPair field : fields) {
            ObjectNode query = MAPPER.createObjectNode();
            ObjectNode named = query.putObject("bool");
            named.put("_name", "" + queries.size());
            named.putArray("filter").add(this.query.of(field.of(inSource)));
            queries.add(query);
        }
        return side.named(ids, queries);
    }

    @Override
    public boolean isFoundIn(JsonNode hit, int place) {
        return SideSearch.isMatched(hit, place);
    }

    @Override
    public Optional<String> unlike(JsonNode inSource, JsonNode inTarget, int place, FieldPair field) {
        return isFoundIn(inSource, place) == isFoundIn(inTarget, place) ? Optional.empty() : Optional.of("");
    }
}
