package io.shardstream.control.meaning;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.DocumentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// By which fields each document of a sample is found on both sides. Numbers of both sides may be equal although
/// searches find other documents; and a search by a runtime field reads what it is made of in each document, so that
/// only a sample is searched by it.
final class SampledFields {
    /// Named queries of one search.
    private static final int AT_ONCE = 50;

    private static final int BAD_REQUEST = 400;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final DocumentPairs documents;
    private final List<Bytes> ids;
    private final Map<String, List<DocumentKey>> differing = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();

    /// @param pairs the sample
    SampledFields(DocumentPairs documents, List<DocumentPairs.Pair> pairs) {
        this.documents = documents;
        this.ids = pairs.stream().map(pair -> pair.source().id()).distinct().toList();
    }

    void compare(List<FieldPair> fields) throws ElasticException, NotPrimaryException, InterruptedException {
        for (int from = 0; from < fields.size() && !ids.isEmpty(); from += AT_ONCE) {
            batch(fields.subList(from, Math.min(fields.size(), from + AT_ONCE)));
        }
    }

    /// A refused one is looked for by halves.
    private void batch(List<FieldPair> fields) throws ElasticException, NotPrimaryException, InterruptedException {
        try {
            take(fields, asked(fields, true), asked(fields, false));
        } catch (ElasticException.Refused e) {
            if (e.status() != BAD_REQUEST) {
                throw e;
            }
            if (fields.size() == 1) {
                refused.put(fields.getFirst().name(), FieldCounts.words(e));
            } else {
                int half = fields.size() / 2;
                batch(fields.subList(0, half));
                batch(fields.subList(half, fields.size()));
            }
        }
    }

    private List<SideSearch.Found> asked(List<FieldPair> fields, boolean inSource)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<ObjectNode> queries = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            ObjectNode query = MAPPER.createObjectNode();
            ObjectNode named = query.putObject("bool");
            named.put("_name", "" + i);
            named.putArray("filter").add(fields.get(i).of(inSource).exists());
            queries.add(query);
        }
        return documents.side(inSource).named(ids, queries);
    }

    private void take(List<FieldPair> fields, List<SideSearch.Found> inSource, List<SideSearch.Found> inTarget)
            throws ElasticException.Malformed {
        Map<DocumentKey, Set<String>> here = matched(inSource);
        Map<DocumentKey, Set<String>> there = matched(inTarget);
        for (DocumentPairs.Pair pair : documents.matching(inSource, inTarget)) {
            Set<String> ofSource = here.getOrDefault(pair.key(), Set.of());
            Set<String> ofTarget = there.getOrDefault(pair.key(), Set.of());
            for (int i = 0; i < fields.size(); i++) {
                if (ofSource.contains("" + i) != ofTarget.contains("" + i)) {
                    differing
                            .computeIfAbsent(fields.get(i).name(), _ -> new ArrayList<>())
                            .add(pair.key());
                }
            }
        }
    }

    private static Map<DocumentKey, Set<String>> matched(List<SideSearch.Found> found) {
        Map<DocumentKey, Set<String>> matched = new HashMap<>();
        for (SideSearch.Found one : found) {
            Set<String> names = new HashSet<>();
            for (JsonNode name : one.hit().path("matched_queries")) {
                names.add(name.asString(""));
            }
            matched.put(one.name().key(), names);
        }
        return matched;
    }

    /// Documents that only one side finds, by field.
    Map<String, List<DocumentKey>> differing() {
        return new LinkedHashMap<>(differing);
    }

    /// Why a field could not be searched by, by its name.
    Map<String, String> refused() {
        return Map.copyOf(refused);
    }
}
