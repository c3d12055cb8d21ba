package io.shardstream.ittests.simulation.scaling;

import io.shardstream.common.group.Pin;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How many writers do how much: real writers at 16 data nodes of a fixed capacity, with 1,024 lanes, in
/// simulated time.
///
/// `./mvnw -pl it-tests -am test -Dtest=ScalingMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.scaling.lanes=1024`, `-Dshardstream.scaling.nodes=16` and `-Dshardstream.scaling.seed=1`
/// to say otherwise.
class ScalingMeasurement {
    private static final int LANES = Integer.getInteger("shardstream.scaling.lanes", 1024);
    private static final int NODES = Integer.getInteger("shardstream.scaling.nodes", 16);
    private static final long SEED = Long.getLong("shardstream.scaling.seed", 1);
    private static final Duration WARM = Duration.ofSeconds(40);
    private static final Duration MEASURED = Duration.ofSeconds(20);
    private static final double MB = 1e6;

    @Test
    void throughputAgainstTheNumberOfWriters() {
        System.out.printf(
                "%d lanes, %d data nodes of %.0f MB/s, writers of %.0f MB/s%n",
                LANES, NODES, DataNode.THREADS * DataNode.BYTES_PER_SECOND / MB, LinkSender.BYTES_PER_SECOND / MB);
        for (int writers = 1; writers <= 64; writers *= 2) {
            measure(writers, Pin.AUTO);
        }
        measure(64, Pin.NONE);
    }

    private static void measure(int writers, Pin pin) {
        ScaledRun run = new ScaledRun(writers, LANES, NODES, pin, SEED);
        run.run(WARM);
        run.forgetCost();
        long indexed = run.target().indexed();
        long refused = run.target().refused();
        LongSummaryStatistics underWay = new LongSummaryStatistics();
        for (Duration passed = Duration.ZERO; passed.compareTo(MEASURED) < 0; passed = passed.plusSeconds(1)) {
            run.run(Duration.ofSeconds(1));
            run.target().alive().forEach(node -> underWay.accept(node.underWay()));
        }
        double bytes = run.target().indexed() - indexed;
        System.out.printf(
                "scaling: %2d writers, pin %-4s: %6.1f MB/s; bulks under way to a node: %.1f, at most %d; %.1f refusals/s; a"
                        + " loop's step takes %.1f us, a MB of documents %.0f us%n",
                writers,
                pin.equals(Pin.AUTO) ? "auto" : "none",
                bytes / MEASURED.toSeconds() / MB,
                underWay.getAverage(),
                underWay.getMax(),
                (double) (run.target().refused() - refused) / MEASURED.toSeconds(),
                run.nanos() / 1e3 / run.steps(),
                run.nanos() / 1e3 / (bytes / MB));
    }

    @Test
    void timeUntilLanesAreAtTheirPrimariesAfterANodeIsGone() {
        for (long seed = SEED; seed < SEED + 5; seed++) {
            ScaledRun run = new ScaledRun(64, LANES, NODES, Pin.AUTO, seed);
            run.run(WARM);
            double before = run.bytesPerSecond(Duration.ofSeconds(10));
            Map<Integer, Integer> owners = run.owners();
            int divisions = run.divisions();
            long lanesOfNode = owners.keySet().stream()
                    .filter(lane -> run.target().primaryOf(lane).name().equals("n0"))
                    .count();
            run.killNode(0);
            long indexed = run.target().indexed();
            Duration taken = run.settle();
            double meanwhile = (run.target().indexed() - indexed) * 1e3 / taken.toMillis();
            long moved = run.owners().entrySet().stream()
                    .filter(owner -> !owner.getValue().equals(owners.get(owner.getKey())))
                    .count();
            System.out.printf(
                    "node gone (seed %d): %d ms until all lanes are at their primaries, %d lanes moved of which %d were on"
                            + " that node, %d divisions; %.0f MB/s before, %.0f meanwhile, %.0f after%n",
                    seed,
                    taken.toMillis(),
                    moved,
                    lanesOfNode,
                    run.divisions() - divisions,
                    before / MB,
                    meanwhile / MB,
                    run.bytesPerSecond(Duration.ofSeconds(10)) / MB);
        }
    }
}
