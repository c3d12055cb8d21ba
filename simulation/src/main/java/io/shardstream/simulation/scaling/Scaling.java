package io.shardstream.simulation.scaling;

import io.shardstream.common.group.Pin;
import java.time.Duration;
import java.util.LongSummaryStatistics;

/// What many real writers do together at data nodes of a fixed capacity, in simulated time.
///
/// @param lanes of the target, all with a backlog that never ends
/// @param nodes that hold them
public record Scaling(int lanes, int nodes, long seed) {
    private static final Duration WARM = Duration.ofSeconds(40);
    private static final Duration MEASURED = Duration.ofSeconds(20);
    private static final double MEGABYTE = 1e6;
    private static final double MICRO = 1e3;

    /// What so many writers did in a while.
    ///
    /// @param megabytesPerSecond that were indexed
    /// @param meanUnderWay bulks under way to one node
    /// @param mostUnderWay the same at the worst moment and node
    /// @param refusedPerSecond bulks that nodes refused
    /// @param stepMicros what a step of a writer's loop took, of the real machine's time
    /// @param megabyteMicros what all loops took for a MB of documents, of the real machine's time
    public record Throughput(
            double megabytesPerSecond,
            double meanUnderWay,
            long mostUnderWay,
            double refusedPerSecond,
            double stepMicros,
            double megabyteMicros) {}

    /// What all nodes together can index, and what one writer can send, in MB/s.
    public double capacity(int writers) {
        double target = nodes * ModelDataNode.THREADS * ModelDataNode.BYTES_PER_SECOND;
        return Math.min(target, writers * LinkSender.BYTES_PER_SECOND) / MEGABYTE;
    }

    /// Lets so many writers work for a while.
    public Throughput throughput(int writers, Pin pin) {
        ScaledRun run = new ScaledRun(writers, lanes, nodes, pin, seed);
        run.run(WARM);
        run.forgetCost();
        long indexed = run.target().indexed();
        long refused = run.target().refused();
        LongSummaryStatistics underWay = new LongSummaryStatistics();
        for (Duration passed = Duration.ZERO; passed.compareTo(MEASURED) < 0; passed = passed.plusSeconds(1)) {
            run.run(Duration.ofSeconds(1));
            run.target().alive().forEach(node -> underWay.accept(node.underWay()));
        }
        double seconds = MEASURED.toSeconds();
        double megabytes = (run.target().indexed() - indexed) / MEGABYTE;
        return new Throughput(
                megabytes / seconds,
                underWay.getAverage(),
                underWay.getMax(),
                (run.target().refused() - refused) / seconds,
                run.nanos() / MICRO / run.steps(),
                run.nanos() / MICRO / megabytes);
    }

    /// Takes one node away, and tells how long it is until every lane is at a writer of its primary's new node.
    public Duration settlingAfterANodeIsGone(int writers) {
        ScaledRun run = new ScaledRun(writers, lanes, nodes, Pin.AUTO, seed);
        run.run(WARM);
        run.killNode(0);
        return run.settle();
    }
}
