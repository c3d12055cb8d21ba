package io.shardstream.control.preflight.server;

import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.FieldKinds;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Fields that give a document more than its own text, of kinds that no test has copied between these servers:
/// docs/known-gaps.md lists them.
public final class UntriedFields {
    /// What is searched in them is computed by the target when a document is written, by a model that it must
    /// have.
    private static final Set<String> BY_MODEL = Set.of("semantic_text", "semantic");

    /// They need parts of a server that lie in no repository.
    private static final Set<String> NOWHERE =
            Set.of("semantic_text", "semantic", "sparse_vector", "rank_vectors", "knn_vector");

    /// Since Elasticsearch 8 these are parts of that kind, too.
    private static final Set<String> BEFORE_8 = Set.of("join", "percolator");

    /// OpenSearch has a kind of its own under that name, which takes fewer texts than Elasticsearch's.
    private static final String VERSION = "version";

    private static final int MOST_NAMED = 5;

    private UntriedFields() {}

    /// @param mappings of the source
    public static List<Finding> of(JsonNode mappings, Server source, Server target) {
        boolean areNew = Stream.of(source, target).anyMatch(UntriedFields::isElasticsearch8);
        boolean isOpenSearch = Stream.of(source, target)
                .anyMatch(server -> server.distribution().equals(Server.OPENSEARCH));
        Map<String, String> untried = new TreeMap<>();
        Map<String, String> byModel = new TreeMap<>();
        FieldKinds.byName(mappings).forEach((name, type) -> {
            boolean isUntriedHere = (areNew && BEFORE_8.contains(type)) || (isOpenSearch && type.equals(VERSION));
            if (isUntriedHere || NOWHERE.contains(type)) {
                untried.put(name, type);
            }
            if (BY_MODEL.contains(type)) {
                byModel.put(name, type);
            }
        });
        List<Finding> findings = new ArrayList<>();
        if (!untried.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.FIELDS_NOT_TESTED,
                    "The source has fields of kinds that were never copied in a test between " + source + " and "
                            + target + ": " + FieldKinds.words(untried, MOST_NAMED) + ".",
                    "Compare searches that use them before production moves, such as by cutover.canaries."));
        }
        if (!byModel.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.FIELDS_COMPUTED_BY_MODEL,
                    "The target computes anew what is searched in " + FieldKinds.words(byModel, MOST_NAMED)
                            + ", for each document that is written.",
                    "Give it the source's inference endpoints or models under the same names, and room for that work,"
                            + " before the run begins."));
        }
        return findings;
    }

    private static boolean isElasticsearch8(Server server) {
        return server.distribution().equals(Server.ELASTICSEARCH) && server.major() >= 8;
    }
}
