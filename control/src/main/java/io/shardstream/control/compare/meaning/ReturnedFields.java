package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.index.FieldValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Documents as a client gets them that asks for them without any parameter, of both sides: servers may leave
/// a part of `_source` out by default (`index.mapping.exclude_source_vectors`, Elasticsearch 9.2 and later),
/// which those who ask as a run does never see.
///
/// They are asked for as of the last refresh, so that no question of ours makes a server refresh.
final class ReturnedFields {
    /// Larger documents are not compared.
    static final int MOST_BYTES = 1 << 20;

    private static final int NOT_FOUND = 404;

    /// What is deeper in a document is not looked at; fields are not mapped at such depths.
    private static final int DEEPEST = 500;

    private final MeaningSides sides;
    private final Map<String, List<DocumentKey>> differing = new TreeMap<>();
    private final List<JsonNode> bodies = new ArrayList<>();
    private int compared;
    private final List<ElasticException.Malformed> unreadable = new ArrayList<>();

    ReturnedFields(MeaningSides sides) {
        this.sides = sides;
    }

    /// Compares a document, unless one side does not return it in the state that both had.
    void compare(DocumentPairs.Pair pair) throws ElasticException {
        Optional<JsonNode> here = returned(true, pair.source());
        Optional<JsonNode> there = here.isEmpty() ? Optional.empty() : returned(false, pair.target());
        if (here.isEmpty() || there.isEmpty()) {
            return;
        }
        compared++;
        bodies.add(here.get());
        Set<String> inSource = new TreeSet<>();
        paths("", here.get(), DEEPEST, inSource);
        Set<String> inTarget = new TreeSet<>();
        paths("", there.get(), DEEPEST, inTarget);
        Set<String> onlyOne = new TreeSet<>(inSource);
        onlyOne.removeAll(inTarget);
        inTarget.removeAll(inSource);
        onlyOne.addAll(inTarget);
        onlyOne.forEach(
                path -> differing.computeIfAbsent(path, _ -> new ArrayList<>()).add(pair.key()));
    }

    private Optional<JsonNode> returned(boolean isSource, DocumentName name) throws ElasticException {
        OneDocument document = new OneDocument(sides.index(isSource), name);
        try {
            Reply reply = sides.side(isSource).send(document.get().withMaxResponse(MOST_BYTES));
            if (reply.status() == NOT_FOUND && reply.errorType().isEmpty()) {
                return Optional.empty();
            }
            JsonNode answer = document.in(reply, reply.orThrow().document());
            return answer.path("_version").asLong(-1) == name.version()
                            && answer.path("_source").isObject()
                    ? Optional.of(answer.path("_source"))
                    : Optional.empty();
        } catch (ElasticException.TooLarge e) {
            return Optional.empty();
        } catch (ElasticException.Malformed e) {
            // What a client has written is given back byte for byte: a byte order mark in the middle of an answer.
            unreadable.add(e);
            return Optional.empty();
        }
    }

    /// Names of all fields, as searches call them, whatever they hold.
    private static void paths(String path, JsonNode node, int levels, Set<String> into) {
        if (levels == 0) {
            return;
        }
        if (node.isObject()) {
            node.propertyStream().forEach(entry -> {
                String name = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
                into.add(name);
                paths(name, entry.getValue(), levels - 1, into);
            });
        } else if (node.isArray()) {
            node.forEach(one -> paths(path, one, levels - 1, into));
        }
    }

    int compared() {
        return compared;
    }

    /// How many answers were no JSON.
    ///
    /// @throws ElasticException.Malformed if none was: then it is not the documents
    int unreadable() throws ElasticException.Malformed {
        if (compared == 0 && !unreadable.isEmpty()) {
            throw unreadable.getFirst();
        }
        return unreadable.size();
    }

    /// Texts that documents of the source have in a field, of the first ones.
    List<String> texts(String field, int most) {
        List<String> texts = new ArrayList<>();
        for (JsonNode body : bodies) {
            if (texts.size() < most) {
                FieldValues.of(body, field, value -> {
                    if (value.isString()) {
                        texts.add(value.stringValue());
                    }
                });
            }
        }
        return texts.stream().limit(most).toList();
    }

    /// Tells what documents of the source have in a field, as they have it; of an array each one.
    void values(String field, Consumer<JsonNode> listener) {
        bodies.forEach(body -> FieldValues.of(body, field, listener));
    }

    /// Of a field within a field that one side leaves out, that one alone is told.
    List<MeaningDifference> differences() {
        return differing.entrySet().stream()
                .filter(entry -> !isWithinAnother(entry.getKey()))
                .map(entry -> new MeaningDifference(
                        MeaningDifference.Kind.RETURNED,
                        entry.getKey(),
                        compared,
                        entry.getValue().size(),
                        entry.getValue()))
                .toList();
    }

    private boolean isWithinAnother(String path) {
        for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
            if (differing.containsKey(path.substring(0, dot))) {
                return true;
            }
        }
        return false;
    }
}
