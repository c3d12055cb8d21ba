package io.shardstream.bench.live;

import io.shardstream.bench.stage.BenchRest;
import io.shardstream.cli.connect.Connections;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import io.shardstream.control.state.ControlTopicWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A source whose servers were started again before a round.
///
/// That gives its primaries other terms than the run has noted. As after a fail-over, in which numbers may have been
/// given out twice, the run would compare all bytes from then on, also of whatever is new under the block. Here all
/// servers had ended in good order, so no number was: the run is given the terms as they are now. What is measured is
/// then a cut-over without a fail-over.
final class RestartedSource {
    private RestartedSource() {}

    /// Notes the terms in the control topic. To be called while nothing of the run works.
    static void noteTerms(Path runFile, BenchRest rest, String source, int shards) throws RunFileException {
        RunFile file = RunFile.read(runFile, System::getenv);
        SourceTerms terms = terms(
                rest.get("/_cluster/state/metadata/" + source + "?filter_path=metadata.indices.*.primary_terms"),
                source,
                shards);
        try (ControlTopicWriter writer =
                ControlTopicWriter.begin(Connections.kafka(file), new RunTopics(file.name()))) {
            writer.terms(terms);
        }
    }

    /// @param state of the cluster
    /// @throws IllegalStateException if it does not say the term of each shard
    static SourceTerms terms(JsonNode state, String source, int shards) {
        JsonNode terms = state.path("metadata").path("indices").path(source).path("primary_terms");
        List<Long> all = IntStream.range(0, shards)
                .mapToObj(shard -> terms.path(String.valueOf(shard)).asLong(0))
                .toList();
        if (all.contains(0L)) {
            throw new IllegalStateException("The cluster does not say the terms of " + source + ": " + state);
        }
        return new SourceTerms(all);
    }
}
