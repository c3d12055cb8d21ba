package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the analyzers of an index make of words of many languages ([ManyLanguages]), on both sides. An
/// analyzer of one name may make other terms in another version of a server, and none of the documents that
/// are drawn may have such a word. Those of searches are among them, which documents do not show at all.
final class ProbedAnalyzers {
    /// As many are asked, each once on both sides.
    private static final int MOST_ASKED = 50;
    /// Under this name it is listed that some were not.
    private static final String UNTOLD = "_analyze";

    /// Of a field (`AnalysisRegistry` of both servers).
    private static final List<String> ANALYZERS = List.of("analyzer", "search_analyzer", "search_quote_analyzer");

    /// The index's own (`AnalysisRegistry.DEFAULT_ANALYZER_NAME`), of a field that names none.
    private static final String DEFAULT = "default";

    private final TextAnalysis analysis;
    private final List<MeaningDifference> differences = new ArrayList<>();
    private final Map<String, String> untold = new TreeMap<>();

    ProbedAnalyzers(TextAnalysis analysis) {
        this.analysis = analysis;
    }

    /// Compares those that both sides have by one name.
    ///
    /// @param source the object `mappings` of the source
    /// @param target likewise
    /// @param defaults those of searches that both indices have, see [SearchDefaults]
    /// @throws ElasticException if a side does not answer
    void compare(JsonNode source, JsonNode target, Set<String> defaults) throws ElasticException {
        Map<ObjectNode, Set<String>> fields = Named.in(target, defaults);
        fields.keySet().retainAll(Named.in(source, defaults).keySet());
        int asked = 0;
        for (Map.Entry<ObjectNode, Set<String>> who : fields.entrySet()) {
            if (asked++ == MOST_ASKED) {
                untold.put(UNTOLD, "more analyzers than are compared");
                return;
            }
            try {
                ask(who.getKey(), who.getValue());
            } catch (ElasticException.Refused e) {
                if (!TextAnalysis.isAnswer(e)) {
                    throw e;
                }
                untold.put(UNTOLD, FieldCounts.words(e));
            }
        }
    }

    private void ask(ObjectNode who, Set<String> names) throws ElasticException {
        TextAnalysis.Verdict verdict = analysis.compare(who, ManyLanguages.TEXTS);
        if (verdict.texts() == 0) {
            untold.put(UNTOLD, "of some analyzers a server tells no terms, since they make too many");
        }
        verdict.unlike()
                .ifPresent(unlike -> names.forEach(name -> differences.add(
                        new MeaningDifference(Kind.ANALYZED, name, verdict.texts(), 0, List.of(), shown(unlike)))));
    }

    private static String shown(TextAnalysis.Unlike unlike) {
        return "'" + unlike.source() + "' in the source, '" + unlike.target() + "' in the target";
    }

    List<MeaningDifference> differences() {
        return List.copyOf(differences);
    }

    /// By name, why something could not be compared.
    Map<String, String> untold() {
        return Map.copyOf(untold);
    }

    /// The analyzers that a mapping names.
    private static final class Named {
        private final Map<ObjectNode, Set<String>> fields = new LinkedHashMap<>();
        private final Set<String> defaults;

        private Named(Set<String> defaults) {
            this.defaults = defaults;
        }

        /// By what `_analyze` is asked, the names of the fields that have it.
        static Map<ObjectNode, Set<String>> in(JsonNode mappings, Set<String> defaults) {
            Named named = new Named(defaults);
            named.object("", mappings);
            return named.fields;
        }

        private void object(String path, JsonNode object) {
            object.path("properties").propertyStream().forEach(entry -> field(path + entry.getKey(), entry.getValue()));
        }

        private void field(String name, JsonNode mapping) {
            for (String role : ANALYZERS) {
                if (mapping.path(role).isString()) {
                    add("analyzer", mapping.path(role).stringValue(), name);
                }
            }
            if (mapping.path("type").asString("").equals("text") && !mapping.has("analyzer")) {
                add("analyzer", DEFAULT, name);
                if (!mapping.has("search_analyzer")) {
                    defaults.stream()
                            .filter(analyzer ->
                                    !analyzer.equals(SearchDefaults.QUOTED) || !mapping.has("search_quote_analyzer"))
                            .forEach(analyzer -> add("analyzer", analyzer, name));
                }
            }
            if (mapping.path("normalizer").isString()) {
                add("normalizer", mapping.path("normalizer").stringValue(), name);
            }
            object(name + ".", mapping);
            mapping.path("fields")
                    .propertyStream()
                    .forEach(entry -> field(name + "." + entry.getKey(), entry.getValue()));
        }

        private void add(String kind, String analyzer, String field) {
            fields.computeIfAbsent(JsonNodeFactory.instance.objectNode().put(kind, analyzer), _ -> new TreeSet<>())
                    .add(field);
        }
    }
}
