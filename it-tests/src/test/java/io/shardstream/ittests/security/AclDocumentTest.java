package io.shardstream.ittests.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class AclDocumentTest {
    private static final List<String> PARTS = List.of("control", "reader", "writer");
    private static final String USER = "shardstream-";

    @Test
    void theUsersOfStrimziMayDoWhatTheDocumentSays() throws IOException {
        List<Grant> ofStrimzi = new ArrayList<>();
        for (JsonNode user : new YAMLMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(Files.readString(Project.HOME.resolve("deploy/helm/examples/strimzi-users.yaml")))
                .readAll()) {
            String part = user.at("/metadata/name").asString("").substring(USER.length());
            for (JsonNode rule : user.at("/spec/authorization/acls")) {
                for (JsonNode operation : rule.path("operations")) {
                    ofStrimzi.add(grant(part, rule.path("resource"), operation.asString("")));
                }
            }
        }

        assertThat(ofStrimzi)
                .containsExactlyInAnyOrderElementsOf(AclDocument.grants().stream()
                        .filter(grant -> PARTS.contains(grant.part()))
                        .toList());
        assertThat(AclDocument.grants())
                .extracting(Grant::part)
                .contains("control", "reader", "writer", "viewer", "operator", "cleaner");
    }

    private static Grant grant(String part, JsonNode resource, String operation) {
        ResourceType type = switch (resource.path("type").asString("")) {
            case "topic" -> ResourceType.TOPIC;
            case "group" -> ResourceType.GROUP;
            case "transactionalId" -> ResourceType.TRANSACTIONAL_ID;
            case "cluster" -> ResourceType.CLUSTER;
            default -> ResourceType.UNKNOWN;
        };
        return new Grant(
                part,
                type,
                resource.path("name").asString("kafka-cluster").replace(".cities.", ".<run>."),
                resource.path("patternType").asString("literal").equals("prefix")
                        ? PatternType.PREFIXED
                        : PatternType.LITERAL,
                Grant.operation(operation));
    }
}
