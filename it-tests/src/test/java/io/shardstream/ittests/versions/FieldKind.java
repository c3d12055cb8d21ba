package io.shardstream.ittests.versions;

import static java.util.stream.Collectors.joining;

import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A kind of field that gives a document more than its own text: how it is mapped, what documents have in it, and by
/// what they are found.
///
/// @param servers those of the tests that know it
/// @param section of the mapping, `properties` or `runtime`
/// @param fields members of that section
/// @param body of a document by its number
/// @param searches bodies of searches, each of which finds some of the documents
record FieldKind(
        String name,
        Set<SearchServerVersion> servers,
        String section,
        String fields,
        IntFunction<String> body,
        List<String> searches) {
    /// What the analyzer of [#OWN_ANALYZER] is made of: parts that every server has.
    static final String ANALYSIS = """
            "analysis":{"analyzer":{"own":{"type":"custom","tokenizer":"standard",\
            "filter":["lowercase","no_articles","pairs"]}},\
            "filter":{"no_articles":{"type":"stop","stopwords":["the","a"]},\
            "pairs":{"type":"shingle","token_separator":"_"}}}""";

    private static final Set<SearchServerVersion> ALL = EnumSet.allOf(SearchServerVersion.class);
    /// With what x-pack brings.
    private static final Set<SearchServerVersion> ELASTICSEARCH =
            EnumSet.range(SearchServerVersion.ELASTICSEARCH_9, SearchServerVersion.ELASTICSEARCH_7);

    /// For the others these parts of a server lie in no repository.
    private static final Set<SearchServerVersion> WITH_MODULES =
            EnumSet.range(SearchServerVersion.ELASTICSEARCH_7, SearchServerVersion.OPENSEARCH_1);

    /// Answers are children of the question before them, and lie in its shard.
    static final FieldKind JOIN = new FieldKind(
            "join",
            WITH_MODULES,
            "properties",
            """
            "link":{"type":"join","relations":{"question":"answer"}}""",
            n -> parent(n)
                    .map("{\"link\":{\"name\":\"answer\",\"parent\":\"%s\"}}"::formatted)
                    .orElse("{\"link\":\"question\"}"),
            List.of(
                    query("{\"has_child\":{\"type\":\"answer\",\"query\":{\"match_all\":{}}}}"),
                    query("{\"has_parent\":{\"parent_type\":\"question\",\"query\":{\"match_all\":{}}}}"),
                    query("{\"parent_id\":{\"type\":\"answer\",\"id\":\"join-7\"}}")));

    private static final FieldKind OWN_ANALYZER = new FieldKind(
            "own-analyzer",
            ALL,
            "properties",
            "\"said\":{\"type\":\"text\",\"analyzer\":\"own\"}",
            n -> "{\"said\":\"The Quick a %s Jumps\"}".formatted(n % 2 == 0 ? "Fox" : "Hare"),
            List.of(query("{\"match\":{\"said\":\"the fox\"}}"), query("{\"term\":{\"said\":\"hare_jumps\"}}")));

    private static final List<FieldKind> KINDS = List.of(
            JOIN,
            new FieldKind(
                    "percolator",
                    WITH_MODULES,
                    "properties",
                    "\"rule\":{\"type\":\"percolator\"},\"message\":{\"type\":\"text\"}",
                    n -> "{\"rule\":{\"match\":{\"message\":\"w%d\"}}}".formatted(n % 3),
                    List.of(query("{\"percolate\":{\"field\":\"rule\",\"document\":{\"message\":\"w1 and w2\"}}}"))),
            new FieldKind(
                    "nested",
                    ALL,
                    "properties",
                    """
                    "parts":{"type":"nested","properties":{"a":{"type":"keyword"},"b":{"type":"integer"}}}""",
                    n -> "{\"parts\":[{\"a\":\"x\",\"b\":%d},{\"a\":\"y\",\"b\":%d}]}".formatted(n % 2, (n + 1) % 2),
                    List.of(query("""
                            {"nested":{"path":"parts","query":{"bool":{"filter":[\
                            {"term":{"parts.a":"x"}},{"term":{"parts.b":1}}]}}}}"""))),
            flat("flattened", ELASTICSEARCH),
            flat("flat_object", EnumSet.of(SearchServerVersion.OPENSEARCH_3, SearchServerVersion.OPENSEARCH_2)),
            new FieldKind(
                    "copy_to",
                    ALL,
                    "properties",
                    """
                    "first":{"type":"text","copy_to":"whole"},"second":{"type":"text","copy_to":"whole"},\
                    "whole":{"type":"text"}""",
                    n -> "{\"first\":\"ada%d\",\"second\":\"byron\"}".formatted(n % 2),
                    List.of(query("{\"match\":{\"whole\":{\"query\":\"ada1 byron\",\"operator\":\"and\"}}}"))),
            new FieldKind(
                    "completion",
                    ALL,
                    "properties",
                    "\"suggested\":{\"type\":\"completion\"}",
                    n -> "{\"suggested\":{\"input\":[\"%s %d\"],\"weight\":%d}}"
                            .formatted(n % 2 == 0 ? "Nirvana" : "Genesis", n, n),
                    List.of("""
                            {"suggest":{"s":{"prefix":"nir","completion":{"field":"suggested","size":100}}}}""")),
            new FieldKind(
                    "dense_vector",
                    EnumSet.of(SearchServerVersion.ELASTICSEARCH_8, SearchServerVersion.ELASTICSEARCH_9),
                    "properties",
                    """
                    "vector":{"type":"dense_vector","dims":3,"index":true,"similarity":"l2_norm"}""",
                    n -> "{\"vector\":[%d.5,1.25,%d]}".formatted(n, 2 * n),
                    List.of("""
                            {"size":100,"_source":false,"knn":{"field":"vector","query_vector":[2,1,4],"k":4,\
                            "num_candidates":100}}""")),
            new FieldKind(
                    "runtime",
                    ELASTICSEARCH,
                    "runtime",
                    "\"counted\":{\"type\":\"long\"}",
                    n -> "{\"counted\":%d}".formatted(n),
                    List.of(query("{\"range\":{\"counted\":{\"gte\":3,\"lte\":8}}}"))),
            OWN_ANALYZER,
            new FieldKind(
                    "mapper-extras",
                    WITH_MODULES,
                    "properties",
                    """
                    "price":{"type":"scaled_float","scaling_factor":100},"rank":{"type":"rank_feature"},\
                    "typed":{"type":"search_as_you_type"}""",
                    n -> "{\"price\":%d.25,\"rank\":%d,\"typed\":\"quick brown fox%d\"}".formatted(n % 3, n + 1, n),
                    List.of(
                            query("{\"term\":{\"price\":2.25}}"),
                            query("{\"rank_feature\":{\"field\":\"rank\"}}"),
                            query("""
                                    {"multi_match":{"query":"brown f","type":"bool_prefix",\
                                    "fields":["typed","typed._2gram","typed._3gram"]}}"""))));

    private static FieldKind flat(String type, Set<SearchServerVersion> servers) {
        return new FieldKind(
                type,
                servers,
                "properties",
                "\"flat\":{\"type\":\"%s\"}".formatted(type),
                n -> "{\"flat\":{\"k\":{\"in\":\"v%d\"},\"other\":[\"a\",\"b\"]}}".formatted(n % 3),
                List.of(query("{\"term\":{\"flat.k.in\":\"v1\"}}"), query("{\"exists\":{\"field\":\"flat\"}}")));
    }

    private static String query(String query) {
        return "{\"size\":100,\"_source\":false,\"query\":" + query + "}";
    }

    private static Optional<String> parent(int n) {
        return n % 2 == 0 ? Optional.of("join-" + (n - 1)) : Optional.empty();
    }

    /// Those that both servers of a pair know.
    static List<FieldKind> of(ServerPair pair) {
        return KINDS.stream()
                .filter(kind -> kind.servers.contains(pair.source()) && kind.servers.contains(pair.target()))
                .toList();
    }

    /// The mapping of an index with all of these kinds.
    static String mapping(List<FieldKind> kinds) {
        return Stream.of("properties", "runtime")
                .flatMap(section -> Stream.of(kinds.stream()
                                .filter(kind -> kind.section.equals(section))
                                .map(FieldKind::fields)
                                .collect(joining(",")))
                        .filter(fields -> !fields.isEmpty())
                        .map(fields -> "\"" + section + "\":{" + fields + "}"))
                .collect(joining(",", "{", "}"));
    }

    String id(int n) {
        return name + "-" + n;
    }

    /// By what a document's shard is chosen, if not by its id.
    Optional<String> routing(int n) {
        return equals(JOIN) ? parent(n) : Optional.empty();
    }

    /// Which documents a search finds.
    static Set<String> found(Rest rest, String index, String search) {
        JsonNode answer = rest.post("/" + index + "/_search", search);
        Set<String> ids = new TreeSet<>();
        Stream.of(answer.at("/hits/hits"), answer.at("/suggest/s/0/options"))
                .flatMap(JsonNode::valueStream)
                .forEach(hit -> ids.add(hit.path("_id").asString("")));
        return ids;
    }
}
