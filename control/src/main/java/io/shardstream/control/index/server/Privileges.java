package io.shardstream.control.index.server;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The question which privileges the user has (`POST /_security/user/_has_privileges`), and what follows from
/// the answer.
///
/// @param role `source` or `target`
/// @param needs what a run needs there
/// @param index the index that a run reads or writes
public record Privileges(String role, List<Need> needs, String index) {
    private static final JsonMapper MAPPER = new JsonMapper();

    public Privileges {
        needs = List.copyOf(needs);
    }

    /// The question's body: the needs, and those that a run should not have.
    public Bytes question() {
        return question(
                new LinkedHashSet<>(Set.of(RequiredPrivileges.ALL)),
                new LinkedHashMap<>(Map.of(index, new LinkedHashSet<>(Set.of(RequiredPrivileges.WRITE)))));
    }

    /// The question's body for the needs alone.
    public Bytes questionOfNeeds() {
        return question(new LinkedHashSet<>(), new LinkedHashMap<>());
    }

    /// @param answer what was answered
    public List<Need> lacking(JsonNode answer) {
        return needs.stream()
                .filter(need -> !has(answer, need.index(), need.privilege()))
                .toList();
    }

    private Bytes question(Set<String> cluster, Map<String, Set<String>> indices) {
        for (Need need : needs) {
            Set<String> place = need.index().isEmpty()
                    ? cluster
                    : indices.computeIfAbsent(need.index(), name -> new LinkedHashSet<>());
            place.add(need.privilege());
        }
        ObjectNode body = MAPPER.createObjectNode();
        ArrayNode names = body.putArray("cluster");
        cluster.forEach(names::add);
        ArrayNode all = body.putArray("index");
        indices.forEach((name, privileges) -> {
            ObjectNode one = all.addObject();
            one.putArray("names").add(name);
            privileges.forEach(one.putArray("privileges")::add);
        });
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }

    /// @param answer what was answered
    public List<Finding> findings(JsonNode answer) {
        List<Finding> findings = new ArrayList<>();
        for (Need need : lacking(answer)) {
            findings.add(new Finding(
                    need.severity(),
                    FindingCode.PRIVILEGE_MISSING,
                    "The user of the " + role + " lacks " + need.what() + ".",
                    "Grant it: " + need.why() + "."));
        }
        if (has(answer, "", RequiredPrivileges.ALL)) {
            findings.add(Finding.warns(
                    FindingCode.USER_MAY_DO_ANYTHING,
                    "The user of the " + role + " may do anything on its cluster.",
                    "Give the run a user or an API key of its own that has only what it needs: "
                            + String.join(
                                    ", ", needs.stream().map(Privileges::words).toList()) + "."));
        } else if (role.equals("source") && has(answer, index, RequiredPrivileges.WRITE)) {
            findings.add(Finding.warns(
                    FindingCode.USER_MAY_WRITE_SOURCE,
                    "The user of the " + role + " may write to '" + index + "', which a run never does.",
                    "Take the privilege 'write' away from it."));
        }
        return findings;
    }

    private static String words(Need need) {
        return "'" + need.privilege() + "' on " + (need.index().isEmpty() ? "the cluster" : "'" + need.index() + "'");
    }

    private static boolean has(JsonNode answer, String index, String privilege) {
        JsonNode place =
                index.isEmpty() ? answer.path("cluster") : answer.path("index").path(index);
        return place.path(privilege).asBoolean(false);
    }
}
