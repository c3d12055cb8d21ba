package io.shardstream.control.preflight;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.control.index.NodeLimits;
import io.shardstream.control.index.Server;
import io.shardstream.control.preflight.server.Carried;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.Seen;
import io.shardstream.control.preflight.server.SizeField;
import io.shardstream.control.preflight.server.SizeFindings;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.Optional;
import java.util.OptionalLong;

/// Asks how large documents may be on their way, and how large they are.
final class SizeSurvey {
    private static final String REQUEST_MAX = "socket.request.max.bytes";
    /// Kafka's default, 100 MiB.
    private static final long DEFAULT_REQUEST_MAX = 100L << 20;

    private final ElasticCluster source;
    private final ElasticCluster target;
    private final FindingList findings;

    SizeSurvey(ElasticCluster source, ElasticCluster target, FindingList findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /// @param asked the run file's `docs.max-document`
    /// @param server what the target is
    void look(
            SourceFacts index, OptionalLong asked, Optional<KafkaFacts> brokers, Server server, Optional<Seen> sampled)
            throws ElasticException.Unreachable {
        Optional<Long> toTarget = findings.ask(
                FindingCode.DOCUMENT_SIZES_UNKNOWN,
                "how large a document the target takes",
                () -> NodeLimits.httpMaxContentBytes(target));
        if (toTarget.isEmpty()) {
            return;
        }
        long toKafka = brokers.map(facts -> facts.number(REQUEST_MAX).orElse(DEFAULT_REQUEST_MAX))
                .orElse(DEFAULT_REQUEST_MAX);
        Carried limit = Carried.of(asked, toKafka, toTarget.get(), pressed(server));
        findings.add(SizeFindings.of(index.documents(), limit, sizes(index, limit), sampled.orElse(Seen.NOTHING)));
    }

    /// Elasticsearch alone refuses single documents by the heap, since 9.
    private OptionalLong pressed(Server server) throws ElasticException.Unreachable {
        if (!server.distribution().equals(Server.ELASTICSEARCH)
                || !server.number().matches("(9|[1-9]\\d)\\..*")) {
            return OptionalLong.empty();
        }
        OptionalLong heap = findings.ask(
                        FindingCode.DOCUMENT_SIZES_UNKNOWN,
                        "how much heap the target's nodes have",
                        () -> NodeLimits.smallestHeapBytes(target))
                .orElse(OptionalLong.empty());
        return heap.isPresent() ? OptionalLong.of(Carried.ofHeap(heap.getAsLong())) : OptionalLong.empty();
    }

    private Optional<SizeField> sizes(SourceFacts index, Carried limit) throws ElasticException.Unreachable {
        if (!SizeField.isIn(index.index().mappings())) {
            return Optional.empty();
        }
        Call search =
                Call.post("/" + Call.encoded(index.index().name()) + "/_search", SizeField.question(limit.bytes()));
        return findings.ask(
                FindingCode.DOCUMENT_SIZES_UNKNOWN,
                "what _size says of the source's documents",
                () -> SizeField.of(OwnSearches.answer(source.send(OwnSearches.of(search)))));
    }
}
