package io.shardstream.bench.sweep;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.ReadyBulks;
import io.shardstream.bench.report.BenchReport;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.Measured;
import io.shardstream.bench.report.NamedContestant;
import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.report.Turns;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Benchmark;
import io.shardstream.bench.stage.Setting;
import io.shardstream.bench.stage.StageSpec;
import io.shardstream.bench.stage.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// More and more bulks in flight, until the server refuses some.
public final class ConcurrencyBenchmark implements Benchmark {
    private static final int BULK_BYTES = 2 << 20;
    private static final int MOST = 256;
    private static final int HEAP_MEGABYTES = 1024;
    private static final double PERCENT = 100;
    private static final int SMALL_HEAP_MEGABYTES = 512;

    @Override
    public String name() {
        return "concurrency";
    }

    @Override
    public String what() {
        return "More and more ready-made bulks in flight, until the server refuses some (429).";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(120_000, 40_000, Posting.SHARDS);
        BenchServers stage = stages.of(new StageSpec(
                setting.serversOr("elasticsearch:7.17.29").getFirst(),
                1,
                setting.quick() ? SMALL_HEAP_MEGABYTES : HEAP_MEGABYTES,
                0));
        Posting posting = new Posting(stage, workload);
        ReadyBulks bulks = ReadyBulks.mixed(workload, BULK_BYTES);
        Refusals refusals = new Refusals(bulks.size());
        setting.heard().accept("Warming up.");
        posting.post(bulks, 1);
        setting.heard().accept("Raising the bulks in flight, docs/s:");
        List<Contestant> steps = new ArrayList<>();
        int atOnce = 1;
        while (!refusals.isAny() && atOnce <= Math.min(MOST, bulks.size())) {
            Contestant step = step(posting, bulks, atOnce, refusals);
            double rate = step.run(0);
            setting.heard().accept("first    %-34s %,12.1f".formatted(step.name(), rate));
            steps.add(step);
            atOnce *= 2;
        }
        Measured measured = Turns.take(setting.rounds(), steps, setting.heard());
        Map<String, Object> facts = posting.facts(setting);
        facts.put(
                "bulks",
                "%,d ready-made ones of %d MB each, of all target shards; none that is refused is sent again"
                        .formatted(bulks.size(), BULK_BYTES >> 20));
        facts.put("the last clean point", cleanPoint(refusals));
        List<Row> rows = new ArrayList<>(Row.all("", measured, "docs/s", _ -> true));
        refusals.percent()
                .forEach((step, percent) -> rows.add(new Row(text(step) + ", refused", new Samples(percent), "%")));
        return new BenchReport(name(), facts, rows, List.of());
    }

    /// What was refused in which step.
    ///
    /// @param bulks of each series
    private record Refusals(int bulks, SortedMap<Integer, Long> refused, SortedMap<Integer, List<Double>> percent) {
        Refusals(int bulks) {
            this(bulks, new TreeMap<>(), new TreeMap<>());
        }

        void add(int step, long times) {
            refused.merge(step, times, Long::sum);
            percent.computeIfAbsent(step, _ -> new ArrayList<>()).add(PERCENT * times / bulks);
        }

        boolean isAny() {
            return CleanPoint.isPassed(refused);
        }
    }

    private static Contestant step(Posting posting, ReadyBulks bulks, int atOnce, Refusals refusals) {
        return new NamedContestant(text(atOnce), _ -> {
            Posting.Posted posted = posting.post(bulks, atOnce);
            refusals.add(atOnce, posted.refused());
            return posted.perSecond();
        });
    }

    private static String cleanPoint(Refusals refusals) {
        OptionalInt clean = CleanPoint.of(refusals.refused());
        int last = refusals.refused().lastKey();
        if (!refusals.isAny()) {
            return text(last) + ", and none was refused: more were not tried";
        }
        return clean.isPresent()
                ? text(clean.getAsInt()) + "; of " + clean.getAsInt() * 2 + " the server refused some"
                : "none: the server refused some of one at a time";
    }

    private static String text(int atOnce) {
        return atOnce == 1 ? "1 bulk in flight" : atOnce + " bulks in flight";
    }
}
