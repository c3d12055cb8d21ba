package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ErrorText;
import io.shardstream.common.elastic.Reply;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Asks the target's cluster whether it would make such an index, without having it make one: servers check a
/// template that is only simulated like an index of these settings and mappings
/// (`MetadataIndexTemplateService.addIndexTemplateV2` of Elasticsearch and OpenSearch): settings that they do
/// not know, those that do not go together, kinds of fields that they lack.
public final class SimulatedCreation {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int BAD_REQUEST = 400;

    private static final String NAME = "shardstream-plan-simulated";

    /// Servers refuse more than the index has. That is told otherwise, with how many nodes there are for them.
    private static final String COPIES = "index.write.wait_for_active_shards";

    /// Of two templates of one priority that match the same names servers refuse the second.
    private static final long PRIORITY = 1_917_263_541;

    /// By which the settings or mappings are refused, and not the request or the template around them.
    private static final Set<String> REFUSALS =
            Set.of("illegal_argument_exception", "invalid_index_template_exception", "mapper_parsing_exception");

    private SimulatedCreation() {}

    /// What its cluster says against such an index, with the type of the error; empty if nothing.
    ///
    /// @param target as it would be made, with what templates add
    /// @throws ElasticException if the cluster does not tell; with security that takes the cluster privilege
    ///   `manage_index_templates`
    public static Optional<String> refusal(ElasticCluster cluster, WantedTarget target) throws ElasticException {
        Reply reply = cluster.send(Call.post("/_index_template/_simulate", body(target)));
        if (reply.status() == BAD_REQUEST && REFUSALS.contains(reply.errorType())) {
            JsonNode error = reply.json().path("error");
            while (error.path("caused_by").path("reason").isString()) {
                error = error.path("caused_by");
            }
            String reason = error.path("reason").asString("").replaceAll("\\R", " ");
            return Optional.of(Printable.of(error.path("type").asString("")) + ": " + ErrorText.kept(reason.strip()));
        }
        reply.orThrow();
        return Optional.empty();
    }

    private static Bytes body(WantedTarget target) {
        ObjectNode body = MAPPER.createObjectNode();
        // No index has this name: data streams that a template takes from another one are a reason to refuse it.
        body.putArray("index_patterns").add(NAME);
        body.put("priority", PRIORITY);
        ObjectNode template = body.putObject("template");
        ObjectNode settings = template.putObject("settings");
        target.description().settings().forEach((name, value) -> {
            if (!name.equals(COPIES)) {
                settings.set(name, value);
            }
        });
        template.set("mappings", target.description().mappings());
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }
}
