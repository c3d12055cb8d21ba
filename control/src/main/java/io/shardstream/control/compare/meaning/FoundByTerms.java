package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Whether searches find documents by terms that text is taken apart into now. An index keeps those of the time
/// at which a document was written: an analyzer that was changed since (by closing the index and opening it
/// again), or a field that was added to `copy_to`, makes others of it in the target.
final class FoundByTerms implements SampleQuestion {
    /// Of one text: each is a clause of a query, of which `indices.query.bool.max_clause_count` allows 1,024 by
    /// default.
    private static final int MOST_TERMS = 5;

    /// Of a field.
    private static final int MOST_TEXTS = 30;

    /// So that all their clauses, with one for the id of each text, fit into one query: each search is asked of
    /// every shard.
    private static final int FIELDS_AT_ONCE = 5;

    /// In characters.
    private static final int LONGEST = 256;

    private static final JsonMapper MAPPER = new JsonMapper();

    private final Map<String, List<Text>> texts = new TreeMap<>();

    /// A text of which all terms are searched for.
    ///
    /// @param id of the document that has it; any one if there is none
    private record Text(@Nullable Bytes id, List<String> terms) {}

    /// Notes terms of a document, of which the longest are taken.
    void add(String field, Bytes id, Collection<String> terms) {
        List<String> some = some(terms);
        if (!some.isEmpty() && texts(field).size() < MOST_TEXTS) {
            texts(field).add(new Text(id, some));
        }
    }

    /// Notes terms of some text, each of which any document may have.
    void add(String field, Collection<String> terms) {
        some(terms).forEach(term -> texts(field).add(new Text(null, List.of(term))));
    }

    private List<Text> texts(String field) {
        return texts.computeIfAbsent(field, _ -> new ArrayList<>());
    }

    private static List<String> some(Collection<String> terms) {
        return terms.stream()
                .filter(term -> !term.isEmpty() && term.length() <= LONGEST)
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .limit(MOST_TERMS)
                .toList();
    }

    /// Whether there is a term to search for.
    boolean knows(FieldPair field) {
        return texts.containsKey(field.name());
    }

    @Override
    public int atOnce() {
        return FIELDS_AT_ONCE;
    }

    @Override
    public List<SideSearch.Found> ask(SideSearch side, List<Bytes> ids, List<FieldPair> fields, boolean inSource)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<ObjectNode> queries = new ArrayList<>();
        for (FieldPair pair : fields) {
            SearchedField field = pair.of(inSource);
            ObjectNode query = MAPPER.createObjectNode();
            ObjectNode named = query.putObject("bool");
            named.put("_name", "" + queries.size());
            named.put("minimum_should_match", 1);
            ArrayNode any = named.putArray("should");
            texts(field.name()).forEach(text -> any.add(of(field, text)));
            queries.add(query);
        }
        return side.named(ids, queries);
    }

    private static ObjectNode of(SearchedField field, Text text) {
        ObjectNode query = MAPPER.createObjectNode();
        ArrayNode all = query.putObject("bool").putArray("filter");
        Bytes id = text.id();
        if (id != null) {
            all.addObject().putObject("ids").putArray("values").add(id.utf8());
        }
        text.terms().forEach(term -> {
            ObjectNode one = MAPPER.createObjectNode();
            one.putObject("term").put(field.name(), term);
            all.add(field.whole(one));
        });
        return query;
    }

    @Override
    public boolean isFoundIn(JsonNode hit, int place) {
        return SideSearch.isMatched(hit, place);
    }

    @Override
    public Optional<String> unlike(JsonNode inSource, JsonNode inTarget, int place, FieldPair field) {
        return isFoundIn(inSource, place) == isFoundIn(inTarget, place)
                ? Optional.empty()
                : Optional.of("its terms, such as \""
                        + texts(field.name()).getFirst().terms().getFirst() + "\"");
    }
}
