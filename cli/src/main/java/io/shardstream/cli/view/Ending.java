package io.shardstream.cli.view;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.option.OutputFormat;
import io.shardstream.common.record.RunPlan;
import java.io.PrintWriter;
import java.util.Map;

/// The last line of a run that is complete, on standard output.
public final class Ending {
    private final PrintWriter out;
    private final OutputFormat format;

    public Ending(PrintWriter out, OutputFormat format) {
        this.out = out;
        this.format = format;
    }

    /// @return the exit code
    public int complete(ProgressPrinter printer) {
        printer.summary().ifPresent(summary -> print(summary.text(), summary.fields()));
        return ExitCodes.DONE;
    }

    /// Of a run that ended otherwise than by being a complete copy.
    ///
    /// @param why what the control topic says
    /// @return the exit code
    public int completed(String why) {
        print("The run is completed: " + why + ".", Map.of("phase", "completed", "why", why));
        return ExitCodes.DONE;
    }

    /// @return the exit code
    public int alreadyComplete(RunPlan plan) {
        print(
                "The copy of %s into %s is already complete: there is nothing to do."
                        .formatted(plan.sourceIndex(), plan.targetIndex()),
                Map.of("phase", "completed"));
        return ExitCodes.DONE;
    }

    private void print(String text, Map<String, Object> fields) {
        out.println(
                switch (format) {
                    case table -> text;
                    case json -> Json.object(fields);
                });
        out.flush();
    }
}
