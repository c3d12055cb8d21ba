package io.shardstream.bench.live;

import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetResult;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import io.shardstream.bench.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// How long after its acknowledgement in the source a document is found by a search of the target.
public final class CatchUpBenchmark implements Benchmark {
    private static final String RUN = "catch-up";
    private static final String SOURCE = RUN + "-source";
    private static final int SHARDS = 4;
    private static final int RATE = 1000;
    private static final Duration FULL = Duration.ofSeconds(60);
    private static final Duration QUICK = Duration.ofSeconds(15);
    private static final Duration BEFORE = Duration.ofSeconds(2);
    private static final Duration WARM = Duration.ofSeconds(30);

    /// Three of ten inserts are requests of their own. If each had to be on the disk before its answer, the node's
    /// two write threads would do little but wait for that. What is read is on the disk: it has to get there often.
    private static final String SOURCE_SETTINGS = """
            "refresh_interval":"1s","translog":{"durability":"async","sync_interval":"100ms"}\
            """;

    private static final String TARGET_SETTINGS =
            "settings: { index.refresh_interval: 1s, index.translog.durability: request }";

    /// What the documents of a load are, without fields that nobody asks for. An id is indexed by its words: all of
    /// one round are found as cheaply as one is, so that who looks on takes little of the processors.
    private static final String MAPPINGS = """
            {"properties":{"id":{"type":"text","index_options":"docs","norms":false},"op":{"type":"long"},"score":{"type":"double"},\
            "text":{"type":"text"}}}""";

    @Override
    public String name() {
        return RUN;
    }

    @Override
    public String what() {
        return "From an acknowledged write in the source to visible in the target, at 1,000 writes a second (B7).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        Duration time = setting.quick() ? QUICK : FULL;
        stage.create(SOURCE, SHARDS, SOURCE_SETTINGS, MAPPINGS);
        InsertLoad load = new InsertLoad(stage, SOURCE, RUN, RATE, setting.seed());
        load.before("before", BEFORE);
        Path runFile = RunText.write(
                setting.folder(),
                RUN,
                stage,
                SOURCE,
                List.of("shards: " + SHARDS, "replicas: 0", TARGET_SETTINGS),
                "follow: true");
        List<CaughtUp> rounds = new ArrayList<>();
        try (LiveRun run = LiveRun.begin(runFile)) {
            run.start("reader");
            run.start("writer");
            setting.heard().accept("Warming up.");
            load.during("warm", WARM);
            for (int round = 1; round <= setting.rounds(); round++) {
                CaughtUp one = load.during("r" + round, time);
                rounds.add(one);
                setting.heard().accept("round %d  %s".formatted(round, one));
            }
            run.await("written", () -> isWritten(run, stage.count(SOURCE)));
        }
        stage.requireEqual(SOURCE, RUN, stage.count(SOURCE));
        stage.delete(SOURCE);
        stage.delete(RUN);
        Samples p99 = of(rounds, one -> one.visible().quantile(0.99));
        String where = stage.spec().version() + ", " + held(rounds);
        return new BenchReport(
                name(),
                facts(setting, stage, time, rounds),
                rows(rounds, p99),
                List.of(TargetResult.of(Target.B7, p99, where)
                        .given(rounds.stream().allMatch(CaughtUp::isHeld), "fewer were written")));
    }

    private static boolean isWritten(LiveRun run, long documents) {
        return run.state().outcomes() >= documents;
    }

    private static Samples of(List<CaughtUp> rounds, ToDoubleFunction<CaughtUp> figure) {
        return new Samples(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static List<Row> rows(List<CaughtUp> rounds, Samples p99) {
        return List.of(
                new Row("visible after, p50", of(rounds, one -> one.visible().quantile(0.5)), "s"),
                new Row("visible after, p99", p99, "s"),
                new Row(
                        "visible after, longest",
                        of(rounds, one -> one.visible().max()),
                        "s"),
                new Row("acknowledged after, p50", of(rounds, one -> one.acknowledged(0.5)), "s"),
                new Row("acknowledged after, p99", of(rounds, one -> one.acknowledged(0.99)), "s"),
                new Row("acknowledged", of(rounds, CaughtUp::perSecond), "docs/s"),
                new Row("searches of the target", of(rounds, CaughtUp::searchesPerSecond), "1/s"));
    }

    private static Map<String, Object> facts(
            Setting setting, BenchServers stage, Duration time, List<CaughtUp> rounds) {
        Map<String, Object> facts = new LinkedHashMap<>(setting.facts(setting.workload(1, 1, SHARDS)));
        facts.put("documents", "%,d a round".formatted(RATE * time.toSeconds()));
        facts.put("kind", "generated, " + InsertLoad.BODY_BYTES + " bytes, ids with a prefix and a number");
        facts.put("mean size", InsertLoad.BODY_BYTES + " B");
        facts.put(
                "target settings",
                "0 replicas; refresh_interval 1s on both sides; in the source durability async, synced every 100 ms");
        facts.put("server", stage.spec().toString());
        facts.put("service", "control, reader and writer, a process each, " + String.join(" ", Worker.SERVICE));
        facts.put(
                "load",
                "%d s of %,d inserts/s, 7 of 10 in bulks of 20; %s".formatted(time.toSeconds(), RATE, held(rounds)));
        facts.put("compared", "source and target at the end, by ids, versions and bytes: no difference");
        return facts;
    }

    private static String held(List<CaughtUp> rounds) {
        long lost = rounds.stream().filter(one -> !one.isHeld()).count();
        return lost == 0
                ? "the load held its rate"
                : "THE LOAD DID NOT HOLD ITS RATE in %d of %d rounds".formatted(lost, rounds.size());
    }
}
