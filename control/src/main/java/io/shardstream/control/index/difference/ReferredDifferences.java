package io.shardstream.control.index.difference;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What the settings of a source refer to, where its cluster and the target's have it otherwise: the names
/// are the same on both sides then, and what they stand for is not.
///
/// @param different where both have told
/// @param unknown where one of them has not
public record ReferredDifferences(List<NoticedDifference> different, List<Unknown> unknown) {
    /// What a cluster has of a name; empty if nothing.
    @FunctionalInterface
    public interface Lookup {
        Optional<JsonNode> find(Reference reference) throws ElasticException;
    }

    /// How a server answers a call that its version does not have.
    private static final Set<Integer> UNKNOWN_TO_SERVER = Set.of(400, 405);

    /// Something of which it is not known whether both clusters have it alike.
    ///
    /// @param why what the server has answered
    public record Unknown(Reference reference, String why) {}

    public ReferredDifferences {
        different = List.copyOf(different);
        unknown = List.copyOf(unknown);
    }

    /// @param references of the source's settings
    public static ReferredDifferences of(Collection<Reference> references, Lookup source, Lookup target)
            throws ElasticException {
        List<NoticedDifference> different = new ArrayList<>();
        List<Unknown> unknown = new ArrayList<>();
        Deque<Reference> open = new ArrayDeque<>(references);
        Set<Reference> seen = new HashSet<>();
        while (!open.isEmpty()) {
            Reference reference = open.poll();
            if (!seen.add(reference)) {
                continue;
            }
            try {
                Optional<JsonNode> here = source.find(reference);
                here.ifPresent(found -> open.addAll(Reference.calledBy(found)));
                difference(here, target.find(reference)).ifPresent(what -> different.add(noticed(reference, what)));
            } catch (ElasticException.Refused e) {
                if (!e.isOfUser() && !UNKNOWN_TO_SERVER.contains(e.status())) {
                    throw e;
                }
                unknown.add(new Unknown(reference, String.valueOf(e.getMessage())));
            }
        }
        return new ReferredDifferences(different, unknown);
    }

    /// What is not known is not taken for alike.
    public List<NoticedDifference> all() {
        return Stream.concat(
                        different.stream(),
                        unknown.stream()
                                .map(one -> noticed(
                                        one.reference(),
                                        "not known whether both clusters have the same: " + one.why())))
                .toList();
    }

    /// What is not known, and why, such as `_ingest/pipeline/geo (...)`.
    public List<String> unknownWords() {
        return unknown.stream()
                .map(one -> one.reference().text() + " (" + one.why() + ")")
                .toList();
    }

    /// By which users may see what is not known.
    public String lackedPrivileges() {
        return unknown.stream()
                .map(one -> "'" + one.reference().kind().privilege() + "'")
                .distinct()
                .collect(Collectors.joining(" and "));
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
