package io.shardstream.control.meaning;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.scan.DocumentName;
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
/// Servers make the terms of a document anew for `_termvectors` where the index does not keep them, of what is in
/// `_source` under the field's own name (`TermVectorsService`). Those of other fields, such as multi-fields, are those
/// of some texts (`_analyze`), for which more than reading has to be allowed.
final class FieldTerms {
    /// Of an answer; longer ones are not compared.
    private static final int MOST_BYTES = 4 << 20;
    /// How long a text may be that is sent to be taken apart. `index.analyze.max_token_count` is 10,000 by
    /// default, which n-grams reach with less.
    private static final int LONGEST_TEXT = 4000;
    /// A beginning is not made shorter than this to get an answer.
    private static final int SHORTEST_TEXT = 50;
    /// How a server says that there are more, with status 500 up to Elasticsearch 8 and on OpenSearch
    /// (`TransportAnalyzeAction.TokenCounter`).
    private static final String TOO_MANY = "tokens produced by calling _analyze has exceeded";

    private static final int MOST_TEXTS = 5;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final MeaningSides sides;
    private final Map<String, Integer> compared = new TreeMap<>();
    private final Map<String, List<DocumentKey>> differing = new TreeMap<>();
    private final Map<String, MeaningDifference> ofTexts = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();

    FieldTerms(MeaningSides sides) {
        this.sides = sides;
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
        Call call = Call.post(
                        "/" + Call.encoded(sides.index(isSource)) + "/_termvectors/"
                                + Call.encoded(name.id().utf8()),
                        Bytes.of(MAPPER.writeValueAsBytes(body)))
                .with("realtime", "false")
                .withMaxResponse(MOST_BYTES);
        Bytes routing = name.routing();
        try {
            Reply reply = sides.side(isSource).send(routing == null ? call : call.with("routing", routing.utf8()));
            JsonNode answer = reply.orThrow().json();
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
        List<String> sent = texts.stream()
                .limit(MOST_TEXTS)
                .map(text -> beginning(text, LONGEST_TEXT))
                .toList();
        try {
            Optional<Boolean> all = areSame(field, sent);
            if (all.isPresent()) {
                note(field, texts.size(), all.get());
            } else {
                oneByOne(field, sent);
            }
        } catch (ElasticException.Refused e) {
            if (e.status() >= SERVER_ERROR || e.status() == NOT_FOUND) {
                throw e;
            }
            refused.put(field.name(), "its terms: " + FieldCounts.words(e));
        }
    }

    private void note(FieldPair field, int texts, boolean areSame) {
        compared.put(field.name(), texts);
        if (!areSame) {
            ofTexts.put(
                    field.name(),
                    new MeaningDifference(MeaningDifference.Kind.TERMS, field.name(), texts, texts, List.of()));
        }
    }

    private void oneByOne(FieldPair field, List<String> texts) throws ElasticException {
        int answered = 0;
        boolean areSame = true;
        for (String text : texts) {
            Optional<Boolean> one = isSame(field, text);
            answered += one.isPresent() ? 1 : 0;
            areSame &= one.orElse(true);
        }
        if (answered == 0) {
            refused.put(field.name(), "its terms: a short text has more than a server tells");
        } else {
            note(field, answered, areSame);
        }
    }

    /// Of the longest beginning of which both sides tell the terms; empty if there is none.
    private Optional<Boolean> isSame(FieldPair field, String text) throws ElasticException {
        for (int length = text.length(); ; length /= 2) {
            Optional<Boolean> isSame = areSame(field, List.of(beginning(text, length)));
            if (isSame.isPresent() || length / 2 < SHORTEST_TEXT) {
                return isSame;
            }
        }
    }

    /// Whether both sides take these texts apart alike; empty if there are more terms than one of them tells.
    private Optional<Boolean> areSame(FieldPair field, List<String> texts) throws ElasticException {
        try {
            return Optional.of(tokens(true, field, texts).equals(tokens(false, field, texts)));
        } catch (ElasticException.TooLarge e) {
            return Optional.empty();
        } catch (ElasticException.Refused e) {
            if (e.reason().contains(TOO_MANY)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private JsonNode tokens(boolean isSource, FieldPair field, List<String> texts) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("field", field.name());
        ArrayNode wanted = body.putArray("text");
        texts.forEach(wanted::add);
        JsonNode answer = sides.side(isSource)
                .send(Call.post(
                                "/" + Call.encoded(sides.index(isSource)) + "/_analyze",
                                Bytes.of(MAPPER.writeValueAsBytes(body)))
                        .withMaxResponse(MOST_BYTES))
                .orThrow()
                .json()
                .path("tokens");
        if (!answer.isArray()) {
            throw new ElasticException.Malformed("The " + (isSource ? "source" : "target")
                    + " has not said which terms field '" + field.name() + "' has");
        }
        ArrayNode tokens = MAPPER.createArrayNode();
        for (JsonNode token : answer) {
            tokens.addObject()
                    .put("token", token.path("token").asString(""))
                    .put("position", token.path("position").asLong(-1));
        }
        return tokens;
    }

    /// Not more than so many characters, and no half of one.
    private static String beginning(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
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
