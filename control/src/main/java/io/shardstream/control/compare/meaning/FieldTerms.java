package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The terms that both sides take text apart into, with their positions.
///
/// Servers make the terms of a document anew for `_termvectors` where the index does not keep them, of what
/// is in `_source` under the field's own name (`TermVectorsService`). Those of other fields, such as
/// multi-fields, are those of some texts ([TextAnalysis]).
final class FieldTerms {
    /// Of an answer; longer ones are not compared.
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_TEXTS = 5;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final MeaningSides sides;
    private final TextAnalysis analysis;
    private final Map<String, Integer> compared = new TreeMap<>();
    private final Map<String, List<DocumentKey>> differing = new TreeMap<>();
    private final Map<String, MeaningDifference> ofTexts = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final FoundByTerms found = new FoundByTerms();

    FieldTerms(MeaningSides sides, TextAnalysis analysis) {
        this.sides = sides;
        this.analysis = analysis;
    }

    /// Compares the terms of a document, unless one side does not have the state any more that both had.
    ///
    /// @param fields whose names are those in `_source`
    void compare(DocumentPairs.Pair pair, List<FieldPair> fields) throws ElasticException {
        if (fields.isEmpty()) {
            return;
        }
        Optional<JsonNode> here = vectors(true, pair.source(), fields);
        Optional<JsonNode> there = here.isEmpty() ? Optional.empty() : vectors(false, pair.target(), fields);
        if (here.isEmpty() || there.isEmpty()) {
            return;
        }
        for (FieldPair field : fields) {
            JsonNode inSource = here.get().path(field.name()).path("terms");
            JsonNode inTarget = there.get().path(field.name()).path("terms");
            if (inSource.isMissingNode() && inTarget.isMissingNode()) {
                continue;
            }
            compared.merge(field.name(), 1, Integer::sum);
            found.add(field.name(), pair.source().id(), inSource.propertyNames());
            if (!inSource.equals(inTarget)) {
                differing.computeIfAbsent(field.name(), _ -> new ArrayList<>()).add(pair.key());
            }
        }
    }

    private Optional<JsonNode> vectors(boolean isSource, DocumentName name, List<FieldPair> fields)
            throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode();
        ArrayNode wanted = body.putArray("fields");
        fields.forEach(field -> wanted.add(field.name()));
        body.put("positions", true);
        body.put("offsets", false);
        body.put("payloads", false);
        body.put("term_statistics", false);
        body.put("field_statistics", false);
        OneDocument document = new OneDocument(sides.index(isSource), name);
        try {
            Reply reply = sides.side(isSource).send(document.termVectors(body).withMaxResponse(MOST_BYTES));
            JsonNode answer = document.in(reply, reply.orThrow().json());
            return answer.path("found").asBoolean(false)
                            && answer.path("_version").asLong(-1) == name.version()
                    ? Optional.of(answer.path("term_vectors"))
                    : Optional.empty();
        } catch (ElasticException.TooLarge e) {
            return Optional.empty();
        }
    }

    /// Compares what both sides make of texts.
    ///
    /// @param texts of documents
    void compare(FieldPair field, List<String> texts) throws ElasticException {
        if (texts.isEmpty()) {
            return;
        }
        ObjectNode who = MAPPER.createObjectNode().put("field", field.name());
        try {
            TextAnalysis.Verdict verdict =
                    analysis.compare(who, texts.stream().limit(MOST_TEXTS).toList());
            if (verdict.texts() == 0) {
                refused.put(field.name(), "its terms: a short text has more than a server tells");
            } else {
                note(field, verdict);
            }
        } catch (ElasticException.Refused e) {
            if (!TextAnalysis.isAnswer(e)) {
                throw e;
            }
            refused.put(field.name(), "its terms: " + FieldCounts.words(e));
        }
    }

    private void note(FieldPair field, TextAnalysis.Verdict verdict) {
        compared.put(field.name(), verdict.texts());
        found.add(field.name(), verdict.terms());
        if (verdict.unlike().isPresent()) {
            ofTexts.put(
                    field.name(),
                    new MeaningDifference(
                            MeaningDifference.Kind.TERMS, field.name(), verdict.texts(), verdict.texts(), List.of()));
        }
    }

    /// What documents are to be found by.
    FoundByTerms found() {
        return found;
    }

    /// Whether its terms were compared, at least once.
    boolean isCompared(FieldPair field) {
        return compared.containsKey(field.name());
    }

    Map<String, String> refused() {
        return Map.copyOf(refused);
    }

    List<MeaningDifference> differences() {
        List<MeaningDifference> differences = new ArrayList<>(ofTexts.values());
        differing.forEach((field, documents) -> differences.add(new MeaningDifference(
                MeaningDifference.Kind.TERMS, field, compared.getOrDefault(field, 0), documents.size(), documents)));
        return differences;
    }
}
