package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Compares documents of a sample one by one, some fields at once. Numbers of both sides may be equal
/// although searches find other documents; and a search by a runtime field reads what it is made of in each
/// document, so that only a sample is searched by it.
final class SampledFields {
    private static final int BAD_REQUEST = 400;

    private final DocumentPairs documents;
    private final List<Bytes> ids;
    private final SampleQuestion question;
    private final Map<String, List<DocumentKey>> differing = new TreeMap<>();
    private final Map<String, String> firsts = new TreeMap<>();
    private final Set<String> filters = new HashSet<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final Map<String, String> refusedByTarget = new TreeMap<>();
    private final Set<String> foundNowhere = new HashSet<>();

    /// @param pairs the sample
    SampledFields(DocumentPairs documents, List<DocumentPairs.Pair> pairs, SampleQuestion question) {
        this.documents = documents;
        this.ids = pairs.stream().map(pair -> pair.source().id()).distinct().toList();
        this.question = question;
    }

    void compare(List<FieldPair> fields) throws ElasticException, NotPrimaryException, InterruptedException {
        int atOnce = question.atOnce();
        for (int from = 0; from < fields.size() && !ids.isEmpty(); from += atOnce) {
            batch(fields.subList(from, Math.min(fields.size(), from + atOnce)));
        }
    }

    /// One that is refused, or has too much to tell, is looked for by halves.
    private void batch(List<FieldPair> fields) throws ElasticException, NotPrimaryException, InterruptedException {
        Optional<List<SideSearch.Found>> inSource = asked(fields, true);
        Optional<List<SideSearch.Found>> inTarget = inSource.isEmpty() ? Optional.empty() : asked(fields, false);
        if (inSource.isPresent() && inTarget.isPresent()) {
            take(fields, inSource.get(), inTarget.get());
        } else if (fields.size() > 1) {
            int half = fields.size() / 2;
            batch(fields.subList(0, half));
            batch(fields.subList(half, fields.size()));
        } else if (inSource.isPresent() && !isFoundIn(inSource.get())) {
            foundNowhere.add(fields.getFirst().name());
        }
    }

    private boolean isFoundIn(List<SideSearch.Found> found) {
        return found.stream().anyMatch(one -> question.isFoundIn(one.hit(), 0));
    }

    /// @return empty if it was refused, or the answer was too large
    private Optional<List<SideSearch.Found>> asked(List<FieldPair> fields, boolean inSource)
            throws ElasticException, NotPrimaryException, InterruptedException {
        try {
            return Optional.of(question.ask(documents.side(inSource), ids, fields, inSource));
        } catch (ElasticException.Refused e) {
            if (e.status() != BAD_REQUEST) {
                throw e;
            }
            note(fields, inSource ? refused : refusedByTarget, FieldCounts.words(e));
            return Optional.empty();
        } catch (ElasticException.TooLarge e) {
            note(fields, refused, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static void note(List<FieldPair> fields, Map<String, String> refused, String why) {
        if (fields.size() == 1) {
            refused.put(fields.getFirst().name(), why);
        }
    }

    private void take(List<FieldPair> fields, List<SideSearch.Found> inSource, List<SideSearch.Found> inTarget) {
        Map<DocumentKey, JsonNode> here = hits(inSource);
        Map<DocumentKey, JsonNode> there = hits(inTarget);
        for (DocumentPairs.Pair pair : documents.matching(inSource, inTarget)) {
            JsonNode ofSource = here.getOrDefault(pair.key(), MissingNode.getInstance());
            JsonNode ofTarget = there.getOrDefault(pair.key(), MissingNode.getInstance());
            for (int i = 0; i < fields.size(); i++) {
                String field = fields.get(i).name();
                if (fields.get(i).isAny(SearchedField.Kind.FILTER)) {
                    filters.add(field);
                }
                question.unlike(ofSource, ofTarget, i, fields.get(i)).ifPresent(words -> {
                    firsts.putIfAbsent(field, words);
                    differing.computeIfAbsent(field, _ -> new ArrayList<>()).add(pair.key());
                });
            }
        }
    }

    private static Map<DocumentKey, JsonNode> hits(List<SideSearch.Found> found) {
        Map<DocumentKey, JsonNode> hits = new HashMap<>();
        found.forEach(one -> hits.put(one.name().key(), one.hit()));
        return hits;
    }

    /// What differs, by field.
    ///
    /// @param ofAliases of those that are filters of aliases
    List<MeaningDifference> differences(MeaningDifference.Kind kind, MeaningDifference.Kind ofAliases) {
        List<MeaningDifference> differences = new ArrayList<>();
        differing.forEach((field, documents) -> differences.add(new MeaningDifference(
                filters.contains(field) ? ofAliases : kind,
                field,
                ids.size(),
                documents.size(),
                documents,
                firsts.getOrDefault(field, ""))));
        return differences;
    }

    /// Why a field could not be asked for, by its name.
    Map<String, String> refused() {
        Map<String, String> all = new TreeMap<>(refused);
        all.putAll(refusedByTarget);
        return Map.copyOf(all);
    }

    /// Why the source could not be asked for a field, by its name.
    Map<String, String> refusedBySource() {
        return Map.copyOf(refused);
    }

    /// Why the target could not be asked for a field that the source answers to, by its name.
    Map<String, String> refusedByTarget() {
        return Map.copyOf(refusedByTarget);
    }

    /// Whether the target refuses to search by a field with which the source finds no document either: of a
    /// number that is out of the field's range some servers find nothing, and others refuse it.
    boolean isFoundNowhere(String field) {
        return foundNowhere.contains(field);
    }

    /// How many documents are in the sample.
    int size() {
        return ids.size();
    }
}
