package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import io.shardstream.control.compare.meaning.SentValues.Form;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Searches for the documents of a sample by values as they have them ([SentValues]), alone and as both ends of
/// a range.
final class FoundAsSent {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final DocumentPairs documents;
    private final List<DocumentPairs.Pair> pairs;
    private final SentValues values;
    private final Consumer<MeaningDifference> differences;

    /// @param differences told each, several of one field too
    FoundAsSent(
            DocumentPairs documents,
            List<DocumentPairs.Pair> pairs,
            SentValues values,
            Consumer<MeaningDifference> differences) {
        this.documents = documents;
        this.pairs = List.copyOf(pairs);
        this.values = values;
        this.differences = differences;
    }

    private enum Search {
        TERM,
        MATCH,
        RANGE;

        static Search alone(FieldPair field) {
            return SentValues.isText(field) ? MATCH : TERM;
        }

        ObjectNode of(String field, JsonNode value) {
            ObjectNode query = MAPPER.createObjectNode();
            switch (this) {
                case TERM -> query.putObject("term").set(field, value);
                case MATCH -> query.putObject("match").set(field, value);
                case RANGE -> {
                    ObjectNode ends = query.putObject("range").putObject(field);
                    ends.set("gte", value);
                    ends.set("lte", value);
                }
            }
            return query;
        }
    }

    void compare(List<FieldPair> fields) throws ElasticException, NotPrimaryException, InterruptedException {
        for (Form form : Form.values()) {
            for (Search search : List.of(Search.TERM, Search.MATCH)) {
                compare(
                        fields.stream()
                                .filter(field -> Search.alone(field) == search)
                                .toList(),
                        form,
                        search);
            }
            compare(fields.stream().filter(SentValues::isOrdered).toList(), form, Search.RANGE);
        }
    }

    /// What the source refuses, no client searches for: another value is asked for then.
    private void compare(List<FieldPair> fields, Form form, Search search)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<FieldPair> left = fields;
        for (int i = 0; i < SentValues.MOST && !left.isEmpty(); i++) {
            int place = i;
            List<FieldPair> asked = left.stream()
                    .filter(field -> values.value(field.name(), form, place).isPresent())
                    .toList();
            FoundByField question =
                    new FoundByField(field -> field.whole(search.of(field.name(), value(field.name(), form, place))));
            SampledFields sampled = new SampledFields(documents, pairs, question);
            sampled.compare(asked);
            tell(sampled, form, search, place);
            left = asked.stream()
                    .filter(field ->
                            sampled.refusedBySource().containsKey(field.name()) || sampled.isFoundNowhere(field.name()))
                    .toList();
        }
    }

    private void tell(SampledFields sampled, Form form, Search search, int place) {
        sampled.differences(Kind.FOUND_AS_SENT, Kind.FOUND_AS_SENT)
                .forEach(one -> differences.accept(new MeaningDifference(
                        one.kind(),
                        one.field(),
                        one.source(),
                        one.target(),
                        one.examples(),
                        shown(search, value(one.field(), form, place)))));
        sampled.refusedByTarget().forEach((field, why) -> {
            if (sampled.isFoundNowhere(field)) {
                return;
            }
            differences.accept(new MeaningDifference(
                    Kind.FOUND_AS_SENT,
                    field,
                    sampled.size(),
                    sampled.size(),
                    List.of(),
                    shown(search, value(field, form, place)) + ", which the target refuses: " + why));
        });
    }

    private JsonNode value(String field, Form form, int place) {
        return values.value(field, form, place).orElseThrow();
    }

    private static String shown(Search search, JsonNode value) {
        String text = IndexedValues.shown(value);
        return search.name().toLowerCase(Locale.ROOT) + " " + (value.isString() ? "\"" + text + "\"" : text);
    }
}
