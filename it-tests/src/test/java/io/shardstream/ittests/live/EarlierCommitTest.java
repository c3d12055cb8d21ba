package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationKind;
import io.shardstream.workload.load.OperationOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run outlives one version of the software: processes of an earlier commit begin it, and those of this commit take
/// their places one at a time, some after SIGTERM and some after SIGKILL, with ways back, while documents are inserted,
/// updated, deleted and re-created through an alias. At last the run is cut over, and source and target are compared by
/// bytes, and both are judged by the load's log.
///
/// The earlier commits:
///
/// * [#WITH_FORMATS] is the first that knows run formats and compiles. Formats 1 and 2 came at once, so no commit
///   knows the rule and stops at 1. This one does when the number of its newest format is lowered; nothing else in its
///   sources is changed.
/// * The same as it was. It knows the number 2, and can come back at any time.
/// * [#BEFORE_FORMATS] is the last that knows none and compiles. It announces nothing, and does not heed a run's
///   format. Nothing can mend that any more. Once the format is raised, its control stops at the record of the
///   controller. Its readers and writers do not look, so none is started then.
///
/// `-Dshardstream.earlier=<commit>,<commit>` takes others, as they were, or with a lowered number as in
/// `<commit>:1`. All history must be in the clone.
@Tag("long")
@RealServers
class EarlierCommitTest {
    private static final String WITH_FORMATS = "ef8bec8c4a488198213a3a46e43f3155fbf26ee6";
    private static final String BEFORE_FORMATS = "735f1d8bc6002bc0fa4008dfe3411164ae2fd689";
    private static final String OTHERS = System.getProperty("shardstream.earlier", "");
    private static final int RATE = 100;
    private static final LiveShape SHAPE =
            new LiveShape(3, "{\"number_of_shards\": 3, \"number_of_replicas\": 0}", "shards: 5\nreplicas: 0", 1);

    /// A commit, and the newest run format that its software takes for such.
    record Earlier(String commit, int most) {
        static Earlier asItWas(String commit) {
            return new Earlier(commit, Integer.MAX_VALUE);
        }

        /// @param text a commit, with a colon and the newest format behind it where that is lowered
        static Earlier parse(String text) {
            int colon = text.indexOf(':');
            return colon < 0
                    ? asItWas(text)
                    : new Earlier(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        }

        EarlierSoftware software() throws Exception {
            return most == Integer.MAX_VALUE ? EarlierSoftware.of(commit) : EarlierSoftware.of(commit, most);
        }
    }

    static Stream<Earlier> commits() {
        if (!OTHERS.isEmpty()) {
            return Arrays.stream(OTHERS.split(",", -1)).map(Earlier::parse);
        }
        return Stream.of(
                new Earlier(WITH_FORMATS, RunFormat.FIRST),
                Earlier.asItWas(WITH_FORMATS),
                Earlier.asItWas(BEFORE_FORMATS));
    }

    @ParameterizedTest
    @MethodSource("commits")
    void nothingIsLostInARunThatProcessesOfAnEarlierCommitHaveBegun(Earlier commit) throws Exception {
        EarlierSoftware earlier = commit.software();
        try (LiveServers servers = LiveServers.start(1, 1, 768);
                LoadedRun run = LoadedRun.create(servers, SHAPE)) {
            Load load = run.load(settings().withPreparedDocuments(2000), "e-");
            Upgrade upgrade = Upgrade.begin(run, earlier);
            upgrade.allButOneReader();
            if (earlier.understands() < RunFormat.NEWEST) {
                upgrade.assertFormatStays();
            }
            run.awaitReadyToCutOver();
            upgrade.backAndForth();
            upgrade.last();
            upgrade.awaitNewestFormat();
            if (earlier.understands() == RunFormat.NEWEST) {
                upgrade.backAndForth();
            } else if (earlier.knowsFormats()) {
                upgrade.assertEarlierIsRefused();
            } else {
                upgrade.assertEarlierControlIsRefused();
            }
            LoadReport report = run.assertCaughtUp(load);

            Load through = run.load(settings().withSeed(2), "t-");
            run.cutOver();
            upgrade.pause(Duration.ofSeconds(2));
            LoadReport later = through.finish();
            for (OperationKind kind : OperationKind.values()) {
                assertThat(later.count(kind, OperationOutcome.OK))
                        .as(kind.label())
                        .isPositive();
            }
            run.assertAllowed(load, run.target());
            run.assertAllowed(through, run.target());
            System.out.printf(
                    "earlier-commit: %s, %d and %d acknowledged, %d and %d documents%n",
                    earlier.name(),
                    report.count(OperationOutcome.OK),
                    later.count(OperationOutcome.OK),
                    report.live(),
                    later.live());
        }
    }

    private static LoadSettings settings() {
        return LoadSettings.of(RATE, Duration.ofHours(10)).withUnderWay(RATE);
    }
}
