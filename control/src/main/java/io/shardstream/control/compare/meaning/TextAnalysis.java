package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks both sides which terms they take texts apart into (`_analyze`), for which more than reading has to be
/// allowed.
final class TextAnalysis {
    /// Of an answer; longer ones are not compared.
    private static final int MOST_BYTES = 4 << 20;
    /// How long a text may be that is sent. `index.analyze.max_token_count` is 10,000 by default, which n-grams
    /// reach with less.
    private static final int LONGEST_TEXT = 4000;
    /// A beginning is not made shorter than this to get an answer.
    private static final int SHORTEST_TEXT = 50;
    /// How a server says that there are more, with status 500 up to Elasticsearch 8 and on OpenSearch
    /// (`TransportAnalyzeAction.TokenCounter`).
    private static final String TOO_MANY = "tokens produced by calling _analyze has exceeded";

    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final MeaningSides sides;

    TextAnalysis(MeaningSides sides) {
        this.sides = sides;
    }

    /// What came of texts.
    ///
    /// @param texts of how many both sides told the terms
    /// @param terms that the source makes of them
    /// @param unlike the first terms that are not the same on both sides; empty if all are
    record Verdict(int texts, Set<String> terms, Optional<Unlike> unlike) {}

    /// Two terms at one place, empty where there is none.
    record Unlike(String source, String target) {}

    /// A term and its position.
    private record Token(String term, long position) {}

    /// Compares what is made of texts, of longer ones of their beginnings.
    ///
    /// @param who the field or analyzer, as `_analyze` is asked for it
    /// @throws ElasticException if a side does not answer; see [#isAnswer]
    Verdict compare(ObjectNode who, List<String> texts) throws ElasticException {
        List<String> sent =
                texts.stream().map(text -> beginning(text, LONGEST_TEXT)).toList();
        Optional<Verdict> all = ofAll(who, sent);
        return all.isPresent() ? all.get() : oneByOne(who, sent);
    }

    /// Whether a refusal is about what was asked, and not one of a server that cannot answer.
    static boolean isAnswer(ElasticException.Refused refused) {
        return refused.status() < SERVER_ERROR && refused.status() != NOT_FOUND;
    }

    private Verdict oneByOne(ObjectNode who, List<String> texts) throws ElasticException {
        int answered = 0;
        Set<String> terms = new TreeSet<>();
        Optional<Unlike> unlike = Optional.empty();
        for (String text : texts) {
            Optional<Verdict> one = ofOne(who, text);
            if (one.isPresent()) {
                answered++;
                terms.addAll(one.get().terms());
                unlike = unlike.or(one.get()::unlike);
            }
        }
        return new Verdict(answered, terms, unlike);
    }

    /// Of the longest beginning of which both sides tell the terms; empty if there is none.
    private Optional<Verdict> ofOne(ObjectNode who, String text) throws ElasticException {
        for (int length = text.length(); ; length /= 2) {
            Optional<Verdict> verdict = ofAll(who, List.of(beginning(text, length)));
            if (verdict.isPresent() || length / 2 < SHORTEST_TEXT) {
                return verdict;
            }
        }
    }

    /// Empty if there are more terms than one side tells.
    private Optional<Verdict> ofAll(ObjectNode who, List<String> texts) throws ElasticException {
        try {
            List<Token> here = tokens(true, who, texts);
            Set<String> terms = here.stream().map(Token::term).collect(Collectors.toCollection(TreeSet::new));
            return Optional.of(new Verdict(texts.size(), terms, unlike(here, tokens(false, who, texts))));
        } catch (ElasticException.TooLarge e) {
            return Optional.empty();
        } catch (ElasticException.Refused e) {
            if (e.reason().contains(TOO_MANY)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Optional<Unlike> unlike(List<Token> source, List<Token> target) {
        for (int i = 0; i < Math.max(source.size(), target.size()); i++) {
            Optional<Token> here = i < source.size() ? Optional.of(source.get(i)) : Optional.empty();
            Optional<Token> there = i < target.size() ? Optional.of(target.get(i)) : Optional.empty();
            if (!here.equals(there)) {
                return Optional.of(new Unlike(
                        here.map(Token::term).orElse(""), there.map(Token::term).orElse("")));
            }
        }
        return Optional.empty();
    }

    private List<Token> tokens(boolean isSource, ObjectNode who, List<String> texts) throws ElasticException {
        ObjectNode body = who.deepCopy();
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
            throw new ElasticException.Malformed(
                    "The " + (isSource ? "source" : "target") + " has not said which terms " + who + " makes");
        }
        List<Token> tokens = new ArrayList<>();
        answer.forEach(token -> tokens.add(new Token(
                token.path("token").asString(""), token.path("position").asLong(-1))));
        return tokens;
    }

    /// Not more than so many characters, and no half of one.
    private static String beginning(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
