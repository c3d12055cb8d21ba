package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationKind;
import io.shardstream.workload.load.OperationOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// SIGKILL of everything that takes part, at random moments, while documents are inserted, updated, deleted and
/// re-created; then source and target are compared by bytes, and both are judged by the load's log. F-01, F-02, F-07,
/// F-19, F-20 and F-40 under load.
///
/// The long form: `./mvnw -pl it-tests -am test -Dtest=LiveKillTest -Dsurefire.failIfNoSpecifiedTests=false` with
/// `-Dshardstream.live.rounds=20`, `-Dshardstream.live.rate=500`, `-Dshardstream.live.seed=7`,
/// `-Dshardstream.live.pause=10000` (the longest pause before a kill, in milliseconds: a reader or writer needs some
/// seconds to get to work), `-Dshardstream.live.victims=reader,writer` and
/// `-Dshardstream.live.server=opensearch:3.8.0`. With `-Dshardstream.live.defaults=true` the run file says
/// nothing of limits, times, replication and trimming.
@Tag("long")
@RealServers
class LiveKillTest {
    private static final int ROUNDS = Integer.getInteger("shardstream.live.rounds", 1);
    private static final int RATE = Integer.getInteger("shardstream.live.rate", 100);
    private static final long SEED = Long.getLong("shardstream.live.seed", 1);
    private static final SearchServerVersion SERVER = SearchServerVersion.parse(System.getProperty(
            "shardstream.live.server", SearchServerVersion.standard().toString()));
    private static final List<Victim> VICTIMS = victims(System.getProperty("shardstream.live.victims", ""));

    @Test
    void nothingIsLostNorComesBackWhateverIsKilled() throws Exception {
        LoadSettings settings = LoadSettings.of(RATE, Duration.ofHours(10))
                .withUnderWay(RATE)
                .withSeed(SEED)
                .withPreparedDocuments(3000);
        try (LiveServers servers = LiveServers.start(SERVER);
                LoadedRun run = LoadedRun.create(servers, LiveShape.STANDARD)) {
            Load load = run.load(settings, "k-");
            Part control = run.control();
            Part reader = run.start("reader");
            Part writer = run.start("writer");
            Killer killer = new Killer(servers, run, reader, writer, control, SEED);
            for (int round = 1; round <= ROUNDS; round++) {
                VICTIMS.forEach(killer::strike);
            }
            killer.pause();
            LoadReport report = load.finish();
            for (OperationKind kind : OperationKind.values()) {
                assertThat(report.count(kind, OperationOutcome.OK))
                        .as(kind.label())
                        .isPositive();
            }
            run.awaitDrained();
            killIdle(run, reader, writer);
            run.awaitDrained();
            run.sweep();
            run.awaitDrained();
            // Here already, since a cut-over repairs what differs.
            run.assertSame(load);

            run.cutOver();

            long documents = run.assertSame(load).equal();
            System.out.printf(
                    "live-kill: %s, %d rounds of %s, %s, %d acknowledged, %d failed, %d unknown, %d not sent, %d documents"
                            + " equal, no difference%n",
                    SERVER,
                    ROUNDS,
                    VICTIMS,
                    report.acknowledged(),
                    report.count(OperationOutcome.OK),
                    report.count(OperationOutcome.FAILED),
                    report.count(OperationOutcome.UNKNOWN),
                    report.withheld(),
                    documents);
        }
    }

    /// Kills reader and writer when they have done all there is, and starts them when there is more: what they find
    /// first is what nobody has seen. One that is killed at work has mostly published or written what follows its
    /// checkpoint or its committed offset, and the next one could skip some of that unnoticed.
    private static void killIdle(LoadedRun run, Part reader, Part writer) {
        reader.kill();
        writer.kill();
        run.load(LoadSettings.of(200, Duration.ofSeconds(2)).withSeed(SEED), "later-")
                .end()
                .join();
        reader.start();
        run.awaitUnwritten();
        writer.start();
    }

    private static List<Victim> victims(String names) {
        return names.isEmpty()
                ? List.of(Victim.values())
                : Arrays.stream(names.split(",", -1))
                        .map(name -> Victim.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList();
    }
}
