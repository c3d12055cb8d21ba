package io.shardstream.cli.plan;

import io.shardstream.cli.view.FindingsText;
import io.shardstream.cli.view.Wrapped;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.preflight.Report;
import io.shardstream.control.preflight.SourceFacts;
import io.shardstream.control.preflight.TargetFacts;
import io.shardstream.control.preflight.sample.Placement;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.sample.TimeEstimate;
import io.shardstream.control.preflight.server.BrokerRoom;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.ShardFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A survey as people read it.
final class PlanText {
    private static final int MOST_SHARDS = 20;
    private static final String UNKNOWN = "not known";
    private static final String ROOM_UNKNOWN = "room not known";

    private final List<String> lines = new ArrayList<>();

    private PlanText() {}

    static List<String> of(String run, Report report) {
        PlanText text = new PlanText();
        text.section("Source", report.source().map(PlanText::source).orElse(UNKNOWN) + ", " + report.sourceServer());
        report.source().ifPresent(text::shards);
        text.section(
                "Target",
                report.target().map(PlanText::target).orElse(UNKNOWN)
                        + report.targetServer().map(server -> ", " + server).orElse(""));
        text.section("Kafka", report.kafka().map(PlanText::kafka).orElse(UNKNOWN));
        text.section("Time", time(report));
        text.lines.add("");
        text.lines.addAll(FindingsText.of(report.findings()));
        text.lines.add("");
        text.lines.add(
                report.canBeDone()
                        ? "Run " + run + " can be done, as far as is known."
                        : "Run " + run + " cannot be done so: see what blocks it above.");
        return text.lines;
    }

    private void section(String name, String sentence) {
        List<String> wrapped = Wrapped.of(sentence);
        lines.add("%-8s %s".formatted(name, wrapped.getFirst()));
        wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(9) + line));
    }

    private static String source(SourceFacts source) {
        return "%s: %s, %s in %s"
                .formatted(
                        source.index().name(),
                        NumberText.of(source.documents(), "document"),
                        NumberText.bytes((double) source.bytes()),
                        NumberText.of(source.index().shards(), "shard"));
    }

    private void shards(SourceFacts source) {
        if (source.shards().isEmpty()) {
            return;
        }
        String columns = "         %5s %15s %12s %12s %16s %8s";
        lines.add(columns.formatted("shard", "documents", "deleted", "bytes", "highest number", "density"));
        source.shards().stream().limit(MOST_SHARDS).forEach(shard -> lines.add(row(columns, shard)));
        if (source.shards().size() > MOST_SHARDS) {
            lines.add("         … and %d more, which -o json lists"
                    .formatted(source.shards().size() - MOST_SHARDS));
        }
    }

    private static String row(String columns, ShardFacts shard) {
        return columns.formatted(
                shard.shard(),
                NumberText.count(shard.documents()),
                NumberText.count(shard.deleted()),
                NumberText.bytes((double) shard.bytes()),
                NumberText.count(shard.highest()),
                shard.density() + " %");
    }

    private static String target(TargetFacts target) {
        return "%s, %s: %s with %s on %s, %s"
                .formatted(
                        target.target().name(),
                        target.target().exists() ? "which exists" : "to be created",
                        NumberText.of(target.shards(), "shard"),
                        replicas(target.target()),
                        NumberText.of(target.nodes().size(), "data node"),
                        target.room().isPresent()
                                ? NumberText.bytes((double) target.room().getAsLong()) + " free below the watermark"
                                : ROOM_UNKNOWN);
    }

    private static String replicas(WantedTarget target) {
        String atEnd = NumberText.of(target.replicas(), "replica");
        return target.replicasWhileCopying() == target.replicas()
                ? atEnd
                : atEnd + " (" + target.replicasWhileCopying() + " while copying)";
    }

    private static String kafka(KafkaFacts kafka) {
        return "%s, %s"
                .formatted(
                        NumberText.of(kafka.brokers(), "broker"),
                        kafka.leastRoom()
                                .map(least -> room(least, kafka.brokers()))
                                .orElse(ROOM_UNKNOWN));
    }

    private static String room(BrokerRoom least, int brokers) {
        String free = NumberText.bytes((double) least.bytes()) + " free";
        return brokers == 1 ? free : free + " on broker " + least.broker() + ", the least";
    }

    private static String time(Report report) {
        if (report.time().isEmpty() || report.sample().isEmpty()) {
            return UNKNOWN;
        }
        TimeEstimate time = report.time().get();
        String how = shared(time.parts().placement()) + " "
                + measured(report.sample().get());
        return time.likely()
                .map(likely -> "about %s, from %s to %s. %s"
                        .formatted(
                                NumberText.time(likely),
                                NumberText.time(time.least()),
                                NumberText.time(time.most().orElse(likely)),
                                how))
                .orElseGet(() -> "at least %s. %s".formatted(NumberText.time(time.least()), how));
    }

    private static String shared(Placement placement) {
        return switch (placement.label()) {
            case "shared" -> "Source, target and this process share processors: what they do adds up.";
            case "servers_together" -> "Source and target share processors: reading and writing add up.";
            default -> "Source and target are on machines of their own: reading and writing overlap.";
        };
    }

    private static String measured(SampleResult sample) {
        return String.format(
                Locale.ROOT,
                "Measured by %s %s (%s), %s at a time, in turns: %.1f µs a document to read%s%s. The largest has %s.",
                sample.wrote() ? "reading and writing" : "reading, not writing,",
                NumberText.of(sample.documents(), "document"),
                NumberText.bytes((double) sample.bytes()),
                NumberText.of(sample.lanes(), "request"),
                sample.cost().readMicros(),
                sample.wrote()
                        ? String.format(
                                Locale.ROOT, ", %.1f to write", sample.cost().writeMicros())
                        : "",
                sample.settled() ? "" : "; it had not settled, so a longer --sample may say more",
                NumberText.bytes((double) sample.largestBytes()));
    }
}
