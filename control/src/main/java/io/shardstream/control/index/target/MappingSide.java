package io.shardstream.control.index.target;

import io.shardstream.common.elastic.ElasticException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An index whose mapping and settings are looked at or changed. All calls block.
public interface MappingSide {
    /// @throws ElasticException.Malformed if the cluster does not say
    VersionedDefinition.Versions versions() throws ElasticException;

    /// @throws ElasticException.Malformed if the cluster does not say
    VersionedDefinition definition() throws ElasticException;

    /// Changes the mapping of a target that its run still writes to.
    ///
    /// @param mapping what it is to have besides
    /// @throws ElasticException if it is not known what came of it
    Outcome change(ObjectNode mapping) throws ElasticException;

    /// Changes the mapping of a target that its run lets go, or has let go: production may be on it already.
    ///
    /// @param mapping what it is to have besides
    /// @throws ElasticException if it is not known what came of it
    Outcome release(ObjectNode mapping) throws ElasticException;

    /// Changes a setting.
    ///
    /// @param value a text, or a list of texts; null for the default
    /// @throws ElasticException if it is not known what came of it
    Outcome set(String name, @Nullable JsonNode value) throws ElasticException;

    /// What came of a change.
    sealed interface Outcome {
        /// Every node of the cluster has it.
        record Acknowledged() implements Outcome {}

        /// It was made, or will be, but not every node has said so in time.
        record Unacknowledged() implements Outcome {}

        /// The index does not take it.
        ///
        /// @param reason in the server's words
        record Refused(String reason) implements Outcome {}
    }
}
