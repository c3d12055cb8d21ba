package io.shardstream.cli.plan;

import io.shardstream.cli.view.FindingsText;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.NodeShare;
import io.shardstream.control.preflight.Report;
import io.shardstream.control.preflight.SourceFacts;
import io.shardstream.control.preflight.TargetFacts;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.sample.TimeEstimate;
import io.shardstream.control.preflight.sample.TimeParts;
import io.shardstream.control.preflight.server.BrokerRoom;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.ShardFacts;
import java.util.LinkedHashMap;
import java.util.Map;

/// A survey as machines read it. What is not known is left out.
final class PlanFields {
    private static final double TEN = 10;

    private PlanFields() {}

    static Map<String, Object> of(String run, Report report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run);
        fields.put("can_be_done", report.canBeDone());
        Map<String, Object> source = server(report.sourceServer());
        report.source().ifPresent(facts -> put(facts, source));
        fields.put("source", source);
        Map<String, Object> target =
                report.targetServer().map(PlanFields::server).orElseGet(LinkedHashMap::new);
        report.target().ifPresent(facts -> put(facts, target));
        fields.put("target", target);
        report.kafka().ifPresent(facts -> fields.put("kafka", kafka(facts)));
        report.sample().ifPresent(sample -> fields.put("sample", sample(sample)));
        report.time().ifPresent(time -> fields.put("time", time(time)));
        fields.put("findings", FindingsText.fields(report.findings()));
        return fields;
    }

    private static Map<String, Object> server(Server server) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("server", server.distribution());
        fields.put("version", server.number());
        return fields;
    }

    private static void put(SourceFacts source, Map<String, Object> fields) {
        fields.put("index", source.index().name());
        fields.put("documents", source.documents());
        fields.put("routed_documents", source.routed());
        fields.put("bytes", source.bytes());
        fields.put("shards", source.shards().stream().map(PlanFields::shard).toList());
    }

    private static Map<String, Object> shard(ShardFacts shard) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("shard", shard.shard());
        fields.put("documents", shard.documents());
        fields.put("deleted", shard.deleted());
        fields.put("bytes", shard.bytes());
        fields.put("highest_seq_no", shard.highest());
        fields.put("density_percent", shard.density());
        return fields;
    }

    private static void put(TargetFacts target, Map<String, Object> fields) {
        fields.put("index", target.target().name());
        fields.put("exists", target.target().exists());
        fields.put("shards", target.shards());
        fields.put("replicas", target.target().replicas());
        fields.put("replicas_while_copying", target.target().replicasWhileCopying());
        fields.put("data_nodes", target.nodes().size());
        target.room().ifPresent(room -> fields.put("room_bytes", room));
        fields.put("nodes", target.shares().stream().map(PlanFields::share).toList());
    }

    private static Map<String, Object> share(NodeShare share) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", share.node());
        fields.put("shard_copies", share.copies());
        share.room().ifPresent(room -> fields.put("room_bytes", room));
        return fields;
    }

    private static Map<String, Object> kafka(KafkaFacts kafka) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("brokers", kafka.brokers());
        if (!kafka.rooms().isEmpty()) {
            fields.put(
                    "room_bytes",
                    kafka.rooms().stream().mapToLong(BrokerRoom::bytes).sum());
            fields.put(
                    "nodes",
                    kafka.rooms().stream()
                            .map(room -> Map.of("broker", room.broker(), "room_bytes", room.bytes()))
                            .toList());
        }
        fields.put("prepared", kafka.prepared());
        return fields;
    }

    private static Map<String, Object> sample(SampleResult sample) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("wrote", sample.wrote());
        fields.put("documents", sample.documents());
        fields.put("bytes", sample.bytes());
        fields.put("largest_bytes", sample.largestBytes());
        fields.put("largest_id", sample.largestId());
        fields.put("documents_per_second", Math.round(sample.cost().documentsPerSecond()));
        fields.put("read_micros", tenths(sample.cost().readMicros()));
        fields.put("write_micros", tenths(sample.cost().writeMicros()));
        fields.put("settled", sample.settled());
        fields.put("requests_at_a_time", sample.lanes());
        fields.put("refused", sample.refusals().size());
        return fields;
    }

    private static Map<String, Object> time(TimeEstimate time) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("least_seconds", time.least().toSeconds());
        time.likely().ifPresent(likely -> fields.put("likely_seconds", likely.toSeconds()));
        time.most().ifPresent(most -> fields.put("most_seconds", most.toSeconds()));
        fields.put("model", model(time.parts()));
        return fields;
    }

    /// Of one document, so that they can be held against a run that was timed.
    private static Map<String, Object> model(TimeParts parts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("placement", parts.placement().label());
        fields.put("with_source", parts.placement().withSource());
        fields.put("with_target", parts.placement().withTarget());
        fields.put("read_micros", tenths(parts.readMicros()));
        fields.put("write_micros", tenths(parts.writeMicros()));
        fields.put("beside_micros", tenths(parts.besideMicros()));
        fields.put("document_micros", tenths(parts.micros()));
        fields.put("start_seconds", tenths(parts.startSeconds()));
        fields.put("warming_seconds", tenths(parts.warmingSeconds()));
        return fields;
    }

    private static double tenths(double value) {
        return Math.round(value * TEN) / TEN;
    }
}
