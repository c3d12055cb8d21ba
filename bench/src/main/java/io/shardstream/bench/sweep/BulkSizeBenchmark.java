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

/// Bulks that grow until the rate does not.
public final class BulkSizeBenchmark implements Benchmark {
    private static final int KILOBYTE = 1 << 10;
    private static final int MEGABYTE = 1 << 20;
    private static final int AT_ONCE = 4;
    private static final List<Integer> SIZES =
            List.of(256 * KILOBYTE, 512 * KILOBYTE, MEGABYTE, 2 * MEGABYTE, 5 * MEGABYTE, 10 * MEGABYTE, 20 * MEGABYTE);

    @Override
    public String name() {
        return "bulk-size";
    }

    @Override
    public String what() {
        return "Ready-made bulks of more and more bytes, until the rate stops growing.";
    }

    @Override
    public BenchReport run(Setting setting, Stages stages) throws Exception {
        Workload workload = setting.workload(150_000, 20_000, Posting.SHARDS);
        BenchServers stage = stages.of(
                StageSpec.one(setting.serversOr("elasticsearch:7.17.29").getFirst()));
        long bytes = workload.bytes();
        Posting posting = new Posting(stage, workload);
        List<Integer> possible = SIZES.stream()
                .filter(size -> size.equals(SIZES.getFirst()) || (long) size * AT_ONCE * 2 <= bytes)
                .toList();
        setting.heard().accept("Warming up.");
        for (int time = 0; time < 2; time++) {
            rate(posting, possible.getFirst());
        }
        setting.heard().accept("Raising the bytes of each bulk, docs/s:");
        List<Double> first = new ArrayList<>();
        List<Contestant> steps = new ArrayList<>();
        for (int size : possible) {
            if (Knee.hasStopped(first)) {
                break;
            }
            first.add(rate(posting, size));
            setting.heard().accept("first    %-34s %,12.1f".formatted(text(size), first.getLast()));
            steps.add(new NamedContestant(text(size), _ -> rate(posting, size)));
        }
        Measured measured = Turns.take(setting.rounds(), steps, setting.heard());
        List<Double> medians = measured.names().stream()
                .map(name -> measured.of(name).median())
                .toList();
        Map<String, Object> facts = posting.facts(setting);
        facts.put("bulks", "ready-made, of all target shards, " + AT_ONCE + " at once");
        facts.put("bytes indexed", "%,d, %,d a document".formatted(bytes, bytes / workload.documents()));
        facts.put("the knee", knee(measured.names(), medians, possible));
        List<Row> rows = new ArrayList<>(Row.all("", measured, "docs/s", _ -> true));
        for (String name : measured.names()) {
            Samples rates = measured.of(name);
            rows.add(new Row(name, rates.times(bytes / 1e6 / workload.documents()), "MB/s"));
        }
        return new BenchReport(name(), facts, rows, List.of());
    }

    private static double rate(Posting posting, int size) {
        Posting.Posted posted = posting.post(ReadyBulks.mixed(posting.workload(), size), AT_ONCE);
        if (posted.refused() > 0) {
            throw new IllegalStateException(posted.refused() + " bulks of " + text(size) + " were refused");
        }
        return posted.perSecond();
    }

    private static String knee(List<String> names, List<Double> medians, List<Integer> possible) {
        int knee = Knee.of(medians);
        String end = names.size() < possible.size()
                ? "; larger ones than " + names.getLast() + " were not tried, since the rate no longer grew"
                : "; " + names.getLast() + " was the largest that these documents allow";
        return names.get(knee) + " is within 5 % of the fastest" + end;
    }

    /// Such as `512 kB a bulk`.
    private static String text(int size) {
        return size >= MEGABYTE ? size / MEGABYTE + " MB a bulk" : size / KILOBYTE + " kB a bulk";
    }
}
