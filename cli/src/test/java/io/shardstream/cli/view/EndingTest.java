package io.shardstream.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.state.RejectsGoneException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndingTest {
    private static final RunPlan PLAN = new RunPlan(
            "cities", "s", 1, "v2", "t", new ShardRouting(1, 1, 1), "Shardstream-x", "docs", 1000, List.of(5L), 12);

    private final StringWriter out = new StringWriter();
    private final Ending ending = new Ending(new PrintWriter(out), OutputFormat.table);

    @Test
    void aCompleteCopyWithoutRejectsEndsWithNoError() {
        assertThat(ending.complete(printerThatSaw(0), PLAN, new RejectsLeft(0, 0)))
                .isEqualTo(ExitCodes.DONE);
    }

    @Test
    void aCompleteCopyThatLacksRejectedDocumentsEndsWithACodeOfItsOwn() {
        assertThat(ending.complete(printerThatSaw(1), PLAN, new RejectsLeft(1, 0)))
                .isEqualTo(ExitCodes.REJECTED);
        assertThat(out.toString()).contains("1 rejected");
    }

    /// The last progress that a process was told may be older than the last reject.
    @Test
    void whatKafkaSaysOfRejectsCountsAndNotWhatWasToldLast() {
        assertThat(ending.complete(printerThatSaw(0), PLAN, new RejectsLeft(2, 0)))
                .isEqualTo(ExitCodes.REJECTED);
        assertThat(out.toString()).contains("2 rejected");
    }

    @Test
    void aProcessThatWasToldNothingSaysHowTheCopyEnded() {
        ProgressPrinter nothing = new ProgressPrinter(new PrintWriter(new StringWriter()), false, () -> 0);
        assertThat(ending.complete(nothing, PLAN, new RejectsLeft(1, 0))).isEqualTo(ExitCodes.REJECTED);
        assertThat(out.toString())
                .isEqualToIgnoringNewLines("The copy of cities into v2 is complete: 1 document is rejected, and "
                        + "'rejects list' shows why.");
    }

    /// C-116: whoever copies each night by one run name copies once.
    @Test
    void aRunThatHadEndedBeforeSaysThatNothingWasCopied() {
        assertThat(ending.alreadyComplete("nightly", PLAN, new RejectsLeft(0, 0)))
                .isEqualTo(ExitCodes.DONE);
        assertThat(out.toString())
                .isEqualToIgnoringNewLines("The copy of cities into v2 is already complete, and nothing was copied, as"
                        + " run nightly has ended: what the source has taken since is copied by a new run, under"
                        + " another name.");
    }

    @Test
    void whatACopyLacksIsSaidEachTime() {
        assertThat(ending.alreadyComplete("nightly", PLAN, new RejectsLeft(2, 0)))
                .isEqualTo(ExitCodes.REJECTED);
        assertThat(out.toString()).contains("nothing was copied", "2 documents are rejected, and 'rejects list'");
    }

    /// Somebody has deleted the topic: documents may be missing.
    @Test
    void thatNobodyKnowsAnyMoreWhatACopyLacksIsSaidEachTimeAndIsNoFailure() {
        RejectsGoneException gone = new RejectsGoneException("shardstream.nightly.rejects", true);
        assertThat(ending.alreadyComplete("nightly", PLAN, gone)).isEqualTo(ExitCodes.REJECTED);
        assertThat(out.toString())
                .isEqualToIgnoringNewLines("The copy of cities into v2 is already complete, and nothing was copied, as"
                        + " run nightly has ended. Topic shardstream.nightly.rejects is gone: somebody has deleted it,"
                        + " and which documents the target rejected, and why, is not known any more. 'verify' names the"
                        + " documents that differ: index those yourself, or begin a new run under another name.");
    }

    @Test
    void inJsonWhyARunHasEndedAndWhyRejectsAreNotKnownAreTwoThings() {
        Ending json = new Ending(new PrintWriter(out), OutputFormat.json);
        json.alreadyComplete("nightly", PLAN, new RejectsGoneException("shardstream.nightly.rejects", true));
        assertThat(out.toString())
                .contains("\"rejects_not_known\" : \"Topic shardstream.nightly.rejects is gone")
                .doesNotContain("\"why\"");

        json.alreadyEnded("nightly", "production is on v2", 0);
        assertThat(out.toString()).contains("\"why\" : \"production is on v2\"");
    }

    @Test
    void howARunHadEndedIsSaid() {
        assertThat(ending.alreadyEnded("nightly", "production is on v2", 0)).isEqualTo(ExitCodes.DONE);
        assertThat(out.toString())
                .isEqualToIgnoringNewLines("Nothing was copied, as run nightly has ended: production is on v2.");
    }

    @Test
    void whatACutOverHasAcceptedIsSaidAndIsNoError() {
        assertThat(ending.alreadyEnded("nightly", "production is on v2", 2)).isEqualTo(ExitCodes.DONE);
        assertThat(ending.completed("It is on v2.", 1)).isEqualTo(ExitCodes.DONE);
        assertThat(out.toString().lines())
                .containsExactly(
                        "Nothing was copied, as run nightly has ended: production is on v2. 2 rejected documents were"
                                + " accepted then.",
                        "The run is completed: It is on v2. 1 rejected document was accepted then.");
    }

    /// C-12.
    @Test
    void rejectsThatKafkaHasLostAreNamedApart() {
        ProgressPrinter nothing = new ProgressPrinter(new PrintWriter(new StringWriter()), false, () -> 0);
        RejectsLeft lost = new RejectsLeft(0, 22);
        assertThat(ending.complete(printerThatSaw(0), PLAN, lost)).isEqualTo(ExitCodes.REJECTED);
        assertThat(ending.complete(nothing, PLAN, new RejectsLeft(3, 22))).isEqualTo(ExitCodes.REJECTED);
        assertThat(ending.alreadyComplete("nightly", PLAN, lost)).isEqualTo(ExitCodes.REJECTED);
        String words = "22 records of rejects are no longer in Kafka";
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("0 rejected", words, "'verify' names")
                                .doesNotContain("--repair"),
                        line -> assertThat(line).contains("3 documents are rejected, " + words, "'rejects list'"),
                        line -> assertThat(line).contains("ended: " + words, "'rejects list'"));
    }

    @Test
    void documentsOfTheStartThatWereGoneBeforeTheyWereReadAreSaidAndHaveTheCodeOfADifference() {
        ProgressPrinter nothing = new ProgressPrinter(new PrintWriter(new StringWriter()), false, () -> 0);
        RejectsLeft lacks = new RejectsLeft(0, 0, 3);
        assertThat(ending.complete(printerThatSaw(0), PLAN, lacks)).isEqualTo(ExitCodes.DIFFERENT);
        assertThat(ending.complete(nothing, PLAN, lacks)).isEqualTo(ExitCodes.DIFFERENT);
        assertThat(ending.alreadyComplete("nightly", PLAN, lacks)).isEqualTo(ExitCodes.DIFFERENT);
        assertThat(out.toString().lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line)
                        .contains(". The source was changed while it was copied: the target lacks at least 3 documents"
                                + " of the start, which were changed or deleted before they were read. "));
        assertThat(ending.complete(nothing, PLAN, new RejectsLeft(1, 0, 3))).isEqualTo(ExitCodes.REJECTED);
    }

    private static ProgressPrinter printerThatSaw(long rejected) {
        ProgressPrinter printer = new ProgressPrinter(new PrintWriter(new StringWriter()), false, () -> 0);
        printer.accept(new Progress(
                10,
                10,
                1000,
                0,
                10 - rejected,
                900,
                rejected,
                0,
                100.0,
                40,
                80_000,
                Optional.of(Duration.ZERO),
                Optional.empty()));
        return printer;
    }
}
