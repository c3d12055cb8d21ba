package io.shardstream.ittests.security;

import java.util.Locale;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/// One thing that a part of a run may do in Kafka.
///
/// @param name of the resource, `<run>` in the place of the run's name
public record Grant(String part, ResourceType type, String name, PatternType pattern, AclOperation operation) {
    private static final String RUN = "<run>";
    private static final String ANYWHERE = "*";

    /// @param operation as Kafka's tools and Strimzi write it, such as `AlterConfigs`
    static AclOperation operation(String operation) {
        return AclOperation.fromString(
                operation.strip().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
    }

    /// The name of what it is about, in a run.
    String nameIn(String run) {
        return name.replace(RUN, run);
    }

    /// The ACL for a run, whose user has the part's name.
    public AclBinding of(String run) {
        return new AclBinding(
                new ResourcePattern(type, nameIn(run), pattern),
                new AccessControlEntry("User:" + part, ANYWHERE, operation, AclPermissionType.ALLOW));
    }

    /// Whether a line of the broker's log says that it was this operation that was allowed, by this ACL
    /// (`StandardAuthorizerData.buildAuditMessage`, `StandardAcl.toString`).
    boolean isSaid(String line, String run) {
        return line.contains(" is Allowed operation = %s ".formatted(operation))
                && line.contains(
                        "resourceType=%s, resourceName=%s, patternType=%s, principal=User:%s, host=%s, operation=%s,"
                                .formatted(type, nameIn(run), pattern, part, ANYWHERE, operation));
    }

    @Override
    public String toString() {
        return part + " " + operation + " " + type + " " + name;
    }
}
