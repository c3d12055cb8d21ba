package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WatchCommandTest {
    private static final RunView VIEW = SampleViews.slowNode(3, 1);

    @TempDir
    private Path folder = Path.of(".");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final FakeViews views = new FakeViews();
    private int unprepared;
    private RefreshInterval.Woken woken = RefreshInterval.Woken.TIME_IS_OVER;

    private static final class FakeViews implements Views {
        private final List<RunView> next = new ArrayList<>();
        private int failures;
        private int looks;
        private boolean isClosed;

        @Override
        public RunView look() {
            looks++;
            if (looks > 1 && failures-- > 0) {
                throw new TimeoutException("no broker answers");
            }
            return next.size() > 1 ? next.removeFirst() : next.getFirst();
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @BeforeEach
    void writeRunFile() throws IOException {
        Files.writeString(folder.resolve("run.yaml"), """
                run: articles
                kafka: { bootstrap: "localhost:9092" }
                source: { nodes: "http://localhost:9200", index: articles }
                target: { nodes: "http://localhost:9200", index: articles-v2 }
                """);
    }

    private int watch(String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-f", folder.resolve("run.yaml").toString()));
        CommandLine command = Shardstream.withManners(
                new CommandLine(new WatchCommand(new Stop(), Map.<String, String>of()::get, _ -> opened(), _ -> woken)),
                Map.<String, String>of()::get);
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments.toArray(String[]::new));
    }

    private Views opened() {
        if (unprepared-- > 0) {
            throw new RunRefusedException("Run articles has not been prepared yet.");
        }
        return views;
    }

    /// As `status` does: what a cut-over has accepted counts no more.
    @Test
    void aCompleteCopyThatLacksDocumentsDoesNotEndWith0() {
        for (String option : List.of("--plain", "--once")) {
            views.next.clear();
            views.next.add(SampleViews.rejecting(ended("completed", ""), 1, 0));
            assertThat(watch(option)).as(option).isEqualTo(5);
            views.next.clear();
            views.next.add(SampleViews.rejecting(ended("completed", "production is on articles-v2"), 1, 0));
            assertThat(watch(option)).as(option).isZero();
            views.next.clear();
            views.next.add(ended("completed", "", 3));
            assertThat(watch(option)).as(option).isEqualTo(4);
        }
    }

    private static RunView ended(String phase, String why) {
        return ended(phase, why, 0);
    }

    /// @param overtaken documents that the copy lacks
    private static RunView ended(String phase, String why, long overtaken) {
        ControlTopicView standing = standing(phase, why, List.of(), Optional.empty(), overtaken);
        return SampleViews.rejecting(SampleViews.in(VIEW, standing), 0, 0);
    }

    @Test
    void itEndsWithTheRun() {
        views.next.addAll(List.of(VIEW, VIEW, ended("completed", "")));
        assertThat(watch("--plain")).isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(views.isClosed).isTrue();
    }

    @Test
    void aRunThatIsBeingBegunIsWaitedFor() {
        views.next.addAll(List.of(VIEW, ended("completed", "")));
        unprepared = 3;
        assertThat(watch("--plain")).isZero();
        assertThat(err.toString().lines())
                .containsExactly("Run articles has not been prepared yet. Waiting for it 30 s.");
    }

    @Test
    void aRunThatNobodyBeginsIsNot() {
        unprepared = 100;
        assertThat(watch("--plain")).isEqualTo(1);
        assertThat(unprepared).isEqualTo(69);

        assertThat(watch("--once")).isEqualTo(1);
        assertThat(unprepared).isEqualTo(68);
    }

    @Test
    void aRunThatWasGivenUpSaysWhy() {
        views.next.addAll(List.of(VIEW, ended("aborted", "the operator said so")));
        assertThat(watch("--plain")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("Run articles is aborted: the operator said so");
    }

    @Test
    void itGoesOnWhileTheRunIsBlocked() {
        views.next.addAll(List.of(blocked(), VIEW, ended("completed", "")));
        assertThat(watch("--plain")).isZero();
        assertThat(views.looks).isEqualTo(3);
    }

    @Test
    void aCompletedRunHasNotEndedWhileARollbackKeepsClientsFromWriting() {
        views.next.addAll(List.of(rollingBack(), rollingBack(), ended("completed", "rolled back")));
        assertThat(watch("--plain")).isZero();
        assertThat(views.looks).isEqualTo(3);

        views.next.clear();
        views.next.add(rollingBack());
        assertThat(watch("--once")).isEqualTo(2);
    }

    /// C-67.
    @Test
    void aRunOnWhichNobodyWorksDoesNotGoOn() {
        ControlTopicView standing = new ControlTopicView(
                "backfill",
                "",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.of(new NobodyAtWork(Optional.of(SampleViews.NOW), false)));
        views.next.add(SampleViews.in(VIEW, standing));
        assertThat(watch("--once", "--size", "100x30")).isEqualTo(6);
        assertThat(out.toString())
                .contains("nobody    Nobody has worked on this run since " + SampleViews.NOW + ": all figures are of");

        out.getBuffer().setLength(0);
        views.next.add(SampleViews.in(VIEW, standing));
        views.next.add(ended("completed", ""));
        assertThat(watch("--plain")).isZero();
        assertThat(out.toString()).contains("Nobody has worked on this run since " + SampleViews.NOW + ": all figures");
    }

    private static RunView rollingBack() {
        RefusedWrites refused = new RefusedWrites(
                true, "articles-v2", Optional.empty(), SampleViews.NOW, "a rollback", "'rollback' goes on with it.");
        return SampleViews.in(VIEW, standing("completed", "", List.of(), Optional.of(refused), 0));
    }

    private static RunView blocked() {
        List<Blocked> blocked = List.of(new Blocked("reader", "Look here.", SampleViews.NOW));
        return SampleViews.in(VIEW, standing("blocked", "", blocked, Optional.empty(), 0));
    }

    private static ControlTopicView standing(
            String phase, String why, List<Blocked> blocked, Optional<RefusedWrites> refused, long overtaken) {
        return new ControlTopicView(
                phase,
                why,
                Optional.empty(),
                Optional.empty(),
                blocked,
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty(),
                refused,
                overtaken);
    }

    @Test
    void aBrokerThatIsAwayForAWhileEndsNothing() {
        views.next.addAll(List.of(VIEW, ended("completed", "")));
        views.failures = 2;
        assertThat(watch("--plain")).isZero();
        assertThat(views.looks).isEqualTo(4);
    }

    @Test
    void beingToldToStopIsNoEndOfTheRun() {
        views.next.add(VIEW);
        woken = RefreshInterval.Woken.STOPPED;
        assertThat(watch("--plain")).isEqualTo(143);
    }

    @Test
    void onceIsOneScreenWithoutColours() {
        views.next.add(VIEW);
        assertThat(watch("--once", "--size", "90x20")).isEqualTo(2);
        assertThat(out.toString()).startsWith("articles  ").doesNotContain("\u001b");
        assertThat(out.toString().lines()).hasSizeBetween(15, 20).allMatch(line -> line.length() <= 90);
    }

    @Test
    void onceSaysByItsExitCodeThatARunIsBlocked() {
        views.next.add(blocked());
        assertThat(watch("--once")).isEqualTo(3);
    }

    @Test
    void aPictureIsWrittenInsteadOfTheScreen() throws IOException {
        views.next.add(VIEW);
        Path picture = folder.resolve("watch.svg");
        assertThat(watch("--once", "--picture", picture.toString())).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(Files.readString(picture)).startsWith("<svg").contains("a full queue</text>");
    }

    @Test
    void aPictureThatCannotBeWrittenIsToldInOneSentence() {
        views.next.add(VIEW);
        assertThat(watch("--once", "--picture", folder.resolve("none/watch.svg").toString()))
                .isEqualTo(64);
        assertThat(err.toString()).startsWith("--picture: ").contains("none/watch.svg cannot be written");
    }
}
