package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-55: rounds in which any of reader, writer, controller, a broker and a data node are killed or frozen together, one
/// round in four being quiet, while documents are inserted, updated, deleted and re-created. When all is healed the run
/// catches up without a command, and both sides are equal by bytes.
///
/// As a soak: `-Dshardstream.live.rounds=200`, `-Dshardstream.live.seed=7`, `-Dshardstream.live.rate=200`.
@Tag("long")
@RealServers
class EverythingAtOnceTest {
    private static final int ROUNDS = Integer.getInteger("shardstream.live.rounds", 6);
    private static final int RATE = Integer.getInteger("shardstream.live.rate", 50);
    private static final long SEED = Long.getLong("shardstream.live.seed", 1);

    @Test
    void nothingIsLostHoweverMuchBreaksAtOnce() throws Exception {
        LoadSettings settings = LoadSettings.of(RATE, Duration.ofHours(10))
                .withUnderWay(RATE)
                .withSeed(SEED)
                .withPreparedDocuments(1000);
        try (LiveServers servers = LiveServers.start(SearchServerVersion.standard());
                LoadedRun run = LoadedRun.create(servers, LiveShape.STANDARD)) {
            Load load = run.load(settings, "e-");
            Part control = run.control();
            Part reader = run.start("reader");
            Part writer = run.start("writer");
            run.awaitProgress();
            Turmoil turmoil = new Turmoil(servers, reader, writer, control, SEED);
            for (int round = 1; round <= ROUNDS; round++) {
                List<String> broken = turmoil.round();
                System.out.printf("everything-at-once: round %d of seed %d, %s%n", round, SEED, broken);
            }
            LoadReport report = run.assertCaughtUp(load);
            assertThat(run.verify()).as(run.tails()).isZero();

            run.cutOver();

            long documents = run.assertSame(load).equal();
            System.out.printf(
                    "everything-at-once: %d rounds of seed %d, %d acknowledged, %d failed, %d unknown, %d documents equal%n",
                    ROUNDS,
                    SEED,
                    report.count(OperationOutcome.OK),
                    report.count(OperationOutcome.FAILED),
                    report.count(OperationOutcome.UNKNOWN),
                    documents);
        }
    }
}
