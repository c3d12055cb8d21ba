package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.scan.ScannedCopy;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How a primary is searched: [ScannedCopy#found] but for tests.
@FunctionalInterface
interface ShardAnswers {
    /// @throws ElasticException.Refused if the server does not take the search
    JsonNode found(ScannedCopy copy, ObjectNode body) throws ElasticException;
}
