package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ClusterUuid;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.IndexCalls;
import java.util.Optional;

/// Whether analyzers of one name are the same on both sides without any doubt. They go by the version with
/// which an index was made, also in a server that was upgraded since (`index.version.created`;
/// `RomanianAnalyzerProvider` of Elasticsearch 9), and by plug-ins and files of dictionaries, which each
/// cluster has for itself.
final class SameAnalysis {
    private static final String CREATED = "index.version.created";

    private SameAnalysis() {}

    /// False also where a side does not tell.
    ///
    /// @throws ElasticException if a side does not answer
    static boolean isCertain(MeaningSides sides) throws ElasticException {
        Optional<String> cluster = cluster(sides.source());
        if (cluster.isEmpty() || !cluster.equals(cluster(sides.target()))) {
            return false;
        }
        Optional<String> created = created(sides, true);
        return created.isPresent() && created.equals(created(sides, false));
    }

    private static Optional<String> cluster(IndexCalls side) throws ElasticException {
        Reply reply = side.send(ClusterUuid.ASKED);
        return reply.isOk() ? ClusterUuid.in(reply) : Optional.empty();
    }

    private static Optional<String> created(MeaningSides sides, boolean isSource) throws ElasticException {
        String index = sides.index(isSource);
        Reply reply = sides.side(isSource)
                .send(Call.get("/" + Call.encoded(index) + "/_settings/" + CREATED)
                        .with("flat_settings", "true"));
        if (!reply.isOk()) {
            return Optional.empty();
        }
        String version = reply.json().path(index).path("settings").path(CREATED).asString("");
        return version.isEmpty() ? Optional.empty() : Optional.of(version);
    }
}
