package io.shardstream.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.option.OutputFormat;
import io.shardstream.control.progress.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EndingTest {
    private final StringWriter out = new StringWriter();
    private final Ending ending = new Ending(new PrintWriter(out), OutputFormat.table);

    @Test
    void aCompleteCopyWithoutRejectsEndsWithNoError() {
        assertThat(ending.complete(printerThatSaw(0))).isEqualTo(ExitCodes.DONE);
    }

    @Test
    void aCompleteCopyThatLacksRejectedDocumentsEndsWithACodeOfItsOwn() {
        assertThat(ending.complete(printerThatSaw(1))).isEqualTo(ExitCodes.REJECTED);
        assertThat(out.toString()).contains("1 rejected");
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
                100.0,
                40,
                80_000,
                Optional.of(Duration.ZERO),
                OptionalLong.empty()));
        return printer;
    }
}
