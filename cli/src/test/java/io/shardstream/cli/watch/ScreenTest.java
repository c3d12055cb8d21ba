package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.console.view.Bottleneck;
import io.shardstream.control.console.view.LaneView;
import io.shardstream.control.console.view.RunView;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScreenTest {
    private static List<Line> lines(RunView view, String trouble, int columns, int rows) {
        return Screen.of(view, trouble, new Size(columns, rows), ZoneOffset.UTC);
    }

    private static List<String> texts(RunView view, int columns, int rows) {
        return lines(view, "", columns, rows).stream().map(Line::text).toList();
    }

    private static String screen(RunView view, int columns, int rows) {
        return shown(lines(view, "", columns, rows));
    }

    private static String shown(List<Line> lines) {
        return lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
    }

    /// C-12.
    @Test
    void rejectsThatKafkaHasLostAreNamed() {
        assertThat(screen(SampleViews.lacking(SampleViews.slowNode(3, 1), 22), 120, 24))
                .contains("483,700, 12 rejected, 22 rejects lost  1,261/s");
        assertThat(screen(SampleViews.lacking(SampleViews.empty(), 1), 80, 24)).contains("0 docs, 1 reject lost");
    }

    @Test
    void aUsualTerminalShowsWhichOfAHundredNodesIsSlowAndWhy() {
        assertThat(screen(SampleViews.slowNode(100, 41), 80, 24)).isEqualTo("""
                articles  articles → articles-v2                                        12:00:30
                backfill  48.3 %  12 min to 15 min left, by lane 3   controlled by host-1 (4711)

                read      █████████▏░░░░░   61.2 %  612,400 of 1,000,000 docs  1,261/s, 1.9 MB/s
                in Kafka  ████▏░░░░░░░░░░   28.1 %  37.8 MB of 134.2 MB, 25,200 records
                written   ███████▎░░░░░░░   48.3 %  483,700, 12 rejected  1,261/s, 1.9 MB/s
                verified  not verified yet
                limited   writing, by node n42: a full queue; reading waits for its lanes

                node lanes  behind   bulks      ms  refused  limited by
                n42  ▂▂▂    10 min     1/1   8,123    1,204  a full queue
                n1   ▇▇▇       3 s    4/16      48        0
                n10  ▇▇▇       3 s    4/16      48        0
                n100 ▇▇▇       3 s    4/16      48        0
                n11  ▇▇▇       3 s    4/16      48        0
                n12  ▇▇▇       3 s    4/16      48        0
                and 94 more nodes, all written within 3 s

                reader host-1  shards 0, 1  the backlog of the writers
                and 2 more readers and writers

                11:59:00  The run is in the phase backfill.
                11:59:30  Writers divided the lanes anew: 2 of them.
                12:00:10  What limits the run is writing, at node n42: a full queue.
                """);
    }

    @Test
    void aWideTerminalShowsRatesOfTenMinutesAndOfNodes() {
        assertThat(screen(SampleViews.slowNode(3, 1), 132, 22)).isEqualTo("""
                articles  articles → articles-v2                                                                                            12:00:30
                backfill  48.3 %  12 min to 15 min left, by lane 3                                                       controlled by host-1 (4711)

                read      ██████████████████▎░░░░░░░░░░░   61.2 %  612,400 of 1,000,000 docs  1,261/s, 1,890/s in 1 min, 1,822/s in 10 min, 1.9 MB/s
                in Kafka  ████████▍░░░░░░░░░░░░░░░░░░░░░   28.1 %  37.8 MB of 134.2 MB, 25,200 records, 20 s of writing
                written   ██████████████▌░░░░░░░░░░░░░░░   48.3 %  483,700, 12 rejected  1,261/s, 1,256/s in 1 min, 1,402/s in 10 min, 1.9 MB/s
                verified  not verified yet
                limited   writing, by node n2: a full queue; reading waits for its lanes

                node lanes  behind  recs/s   bulks      ms  refused  limited by
                n2   ▂▂▂    10 min      37     1/1   8,123    1,204  a full queue
                n1   ▇▇▇       3 s     612    4/16      48        0
                n3   ▇▇▇       3 s     612    4/16      48        0

                reader host-1  shards 0, 1  the backlog of the writers
                writer host-3  lanes 6, 7, 8  node n2: a full queue
                writer host-2  6 lanes

                11:59:00  The run is in the phase backfill.
                11:59:30  Writers divided the lanes anew: 2 of them.
                12:00:10  What limits the run is writing, at node n2: a full queue.
                """);
    }

    @Test
    void fortyColumnsAreEnoughForTheNodeAndItsReason() {
        assertThat(screen(SampleViews.slowNode(100, 41), 40, 20)).isEqualTo("""
                articles  articles → articles-v2
                backfill  48.3 %  12 min to 15 min left…

                read      ████████▌░░░░░   61 %  1,261/s
                in Kafka  ███▉░░░░░░░░░░   28 %  37.8 MB
                written   ██████▊░░░░░░░   48 %  1,261/s
                verified  not verified yet
                limited   writing, by node n42: a full
                          queue; reading waits for its …

                node lanes  behind  limited by
                n42  ▂▂▂    10 min  a full queue
                n1   ▇▇▇       3 s
                n10  ▇▇▇       3 s
                n100 ▇▇▇       3 s
                and 96 more nodes, all written within 3…

                11:59:00  The run is in the phase backf…
                11:59:30  Writers divided the lanes ane…
                12:00:10  What limits the run is writin…
                """);
    }

    @Test
    void aRunThatHasReadNothingYetIsShownToo() {
        assertThat(screen(SampleViews.empty(), 80, 24)).isEqualTo("""
                articles  articles → articles-v2                                        12:00:30
                backfill  0.0 %  nothing moves                       no process controls the run

                read      ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    0.0 %  0 of 0 docs  0/s, 0 B/s
                in Kafka  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    0.0 %  0 B of 0 B, 0 records
                written   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    0.0 %  0 docs  0/s, 0 B/s
                verified  not verified yet

                No data node of the target is known yet.
                """);
    }

    @Test
    void whatSomebodyMustLookAtStandsAboveEverythingElse() {
        assertThat(shown(lines(SampleViews.inTrouble(3), "no broker answers", 80, 24)))
                .isEqualTo("""
                articles  articles → articles-v2                                        12:00:30
                blocked  48.3 %  12 min to 15 min left, by lane 3    controlled by host-1 (4711)
                not new   no broker answers
                blocked   reader since 2026-06-30 12:00: Shard 0 has lost what was read of it:
                          find out who did that, and then resume with --new-history, which read…
                blocked   reader since 2026-06-30 12:00: Shard 1 has lost what was read of it:
                          find out who did that, and then resume with --new-history, which read…
                blocked   and by 3 more
                paused    since 11:00:30: lunch
                cut-over  block writes, under way since 12:00:30; the source may be blocked for
                          writes
                why       a shard of the source has another history

                read      █████████▏░░░░░   61.2 %  612,400 of 1,000,000 docs  1,261/s, 1.9 MB/s
                in Kafka  ████▏░░░░░░░░░░   28.1 %  37.8 MB of 134.2 MB, 25,200 records
                written   ███████▎░░░░░░░   48.3 %  483,700, 12 rejected  1,261/s, 1.9 MB/s
                verified  ███████▌░░░░░░░   50.0 %  3 differences, 12 rejected, at 11:50:30
                limited   writing, by node n1: a full queue; reading waits for its lanes
                set       per-node 5mb, requests 4

                node lanes  behind   bulks      ms  refused  limited by
                n1   ▂▂▂    10 min     1/1   8,123    1,204  a full queue
                and 2 more nodes, all written within 3 s
                """);
    }

    @Test
    void thatNobodyControlsARunIsSaidWhileItGoesOn() {
        String nobody = "no process controls the run";

        assertThat(texts(SampleViews.empty(), 80, 24).get(1)).endsWith(nobody);
        assertThat(texts(SampleViews.in(SampleViews.empty(), SampleViews.uncontrolled("completed")), 80, 24))
                .noneMatch(line -> line.contains(nobody));
    }

    @Test
    void whyTheGuardGivesWayIsSaidOnceOfANode() {
        List<String> texts = texts(SampleViews.in(SampleViews.slowNode(3, 1), SampleViews.guarded()), 80, 24);

        assertThat(texts).containsOnlyOnce("guard     guard.cpu on n1: 85% of 80%");
        assertThat(texts).noneMatch(text -> text.contains("guard.cpu on n2"));
    }

    static Stream<RunView> views() {
        return Stream.of(
                SampleViews.slowNode(1, 0),
                SampleViews.slowNode(100, 41),
                SampleViews.empty(),
                SampleViews.inTrouble(7),
                SampleViews.hostile());
    }

    @ParameterizedTest(name = "[{index}]")
    @MethodSource("views")
    void noLineIsWiderThanTheTerminalAndNoneIsBelowIt(RunView view) {
        for (int columns : new int[] {1, 2, 5, 11, 33, 40, 75, 80, 100, 240}) {
            for (int rows : new int[] {1, 3, 7, 13, 16, 24, 60}) {
                assertThat(lines(view, "Kafka does not answer", columns, rows))
                        .hasSizeLessThanOrEqualTo(rows)
                        .allSatisfy(line -> assertThat(line.columns()).isLessThanOrEqualTo(columns));
            }
        }
    }

    @ParameterizedTest(name = "[{index}]")
    @MethodSource("views")
    void nothingReachesTheTerminalThatItWouldCarryOut(RunView view) {
        assertThat(String.join("", texts(view, 200, 60))).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    }

    @ParameterizedTest
    @CsvSource({"80, 24", "40, 20", "100, 12", "40, 60"})
    void theSlowNodeAndItsReasonAreOnAnyScreen(int columns, int rows) {
        assertThat(texts(SampleViews.slowNode(100, 99), columns, rows))
                .anyMatch(line -> line.startsWith("n100 ") && line.contains("a full queue"));
    }

    @Test
    void lanesThatAreBehindTheOthersAreOfAnotherColour() {
        assertThat(styled("n2")).contains(new StyledText("▂", Style.BAD));
        assertThat(styled("n1")).contains(new StyledText("▇", Style.STEADY));
    }

    private static List<StyledText> styled(String node) {
        return lines(SampleViews.slowNode(3, 1), "", 80, 24).stream()
                .filter(line -> line.text().startsWith(node + " "))
                .findFirst()
                .map(Line::spans)
                .orElseThrow();
    }

    @Test
    void aNodeThatIsBehindWithoutAKnownReasonIsToldInWordsToo() {
        assertThat(texts(SampleViews.withoutLoad(SampleViews.slowNode(3, 1)), 80, 24))
                .anyMatch(line -> line.startsWith("n2 ") && line.endsWith("no writer tells of it"));
    }

    @Test
    void lanesWhoseNodeIsNotKnownAreOneRow() {
        List<LaneView> lanes = SampleViews.slowNode(2, 1).lanes().stream()
                .map(lane -> new LaneView(
                        lane.lane(),
                        "",
                        lane.written(),
                        lane.end(),
                        lane.waiting(),
                        lane.recordsPerSecond(),
                        Optional.empty()))
                .toList();
        RunView view = SampleViews.view(
                SampleViews.standing("backfill"), 1, lanes, List.of(), List.of(), List.of(), Bottleneck.NONE);

        assertThat(texts(view, 80, 24)).anyMatch(line -> line.startsWith("not known ▇▇▇▂▂▂"));
    }

    @Test
    void aNodeWithManyLanesShowsThoseThatAreFarthestBehind() {
        assertThat(texts(SampleViews.oneNode(60, 57), 80, 24)).anyMatch(line -> line.startsWith("n1   ▇▇▇▇▇▇▇▇▇▂+50"));
    }

    @Test
    void whatTheLastVerificationJudgedIsHeldAgainstAllThatTheSourceHasHad() {
        assertThat(texts(SampleViews.verified(), 100, 24))
                .anyMatch(line -> line.startsWith("verified") && line.contains(" 50.0 %  no difference, 12 rejected"));
    }
}
