package io.shardstream.control.survey.difference;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What the settings of a source refer to, where its cluster and the target's have it otherwise: the names
/// are the same on both sides then, and what they stand for is not.
public final class ReferredDifferences {
    /// What a cluster has of a name; empty if nothing.
    @FunctionalInterface
    public interface Lookup {
        Optional<JsonNode> find(Reference reference) throws ElasticException;
    }

    /// How a server answers a call that its version does not have.
    private static final Set<Integer> UNKNOWN_TO_SERVER = Set.of(400, 405);

    private ReferredDifferences() {}

    /// @param settings of the source, by full name
    public static List<NoticedDifference> of(Map<String, String> settings, Lookup source, Lookup target)
            throws ElasticException {
        List<NoticedDifference> noticed = new ArrayList<>();
        Deque<Reference> open = new ArrayDeque<>(Reference.of(settings));
        Set<Reference> seen = new HashSet<>();
        while (!open.isEmpty()) {
            Reference reference = open.poll();
            if (!seen.add(reference)) {
                continue;
            }
            try {
                Optional<JsonNode> here = source.find(reference);
                here.ifPresent(found -> open.addAll(Reference.calledBy(found)));
                difference(here, target.find(reference)).ifPresent(what -> noticed.add(noticed(reference, what)));
            } catch (ElasticException.Refused e) {
                if (!e.isOfUser() && !UNKNOWN_TO_SERVER.contains(e.status())) {
                    throw e;
                }
                noticed.add(noticed(reference, "not known whether both clusters have the same: " + e.getMessage()));
            }
        }
        return List.copyOf(noticed);
    }

    private static NoticedDifference noticed(Reference reference, String what) {
        return new NoticedDifference(reference.text(), reference.text() + " (" + what + ")", false);
    }

    private static Optional<String> difference(Optional<JsonNode> source, Optional<JsonNode> target) {
        if (source.equals(target)) {
            return Optional.empty();
        }
        return Optional.of(
                source.isEmpty()
                        ? "only the target's cluster has it"
                        : target.isEmpty() ? "only the source's cluster has it" : "both clusters have another one");
    }
}
