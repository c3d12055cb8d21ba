package io.shardstream.cli.view;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.option.OutputFormat;
import io.shardstream.common.line.FullStop;
import io.shardstream.common.numbers.Numbers;
import io.shardstream.common.record.RunPlan;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/// The last line of a run that is complete, on standard output.
public final class Ending {
    private final PrintWriter out;
    private final OutputFormat format;

    public Ending(PrintWriter out, OutputFormat format) {
        this.out = out;
        this.format = format;
    }

    /// Of a copy that has become complete. What was told last of its progress may be older than its end, and
    /// a process that began right before that was told nothing.
    ///
    /// @param rejected documents that the target has rejected and that nobody has taken out since, by Kafka
    /// @return the exit code
    public int complete(ProgressPrinter printer, RunPlan plan, long rejected) {
        Optional<Summary> summary = printer.summary().map(told -> told.withRejected(rejected));
        if (summary.isPresent()) {
            print(summary.get().text(), summary.get().fields());
        } else {
            print(
                    "The copy of %s into %s is complete: %s rejected."
                            .formatted(
                                    plan.sourceIndex(),
                                    plan.targetIndex(),
                                    Numbers.of(rejected, "document was", "documents were")),
                    Map.of("phase", "completed", "rejected_docs", rejected));
        }
        return code(rejected);
    }

    /// Of a run that ended otherwise than by being a complete copy.
    ///
    /// @param why what the control topic says
    /// @return the exit code
    public int completed(String why) {
        print("The run is completed: " + FullStop.of(why), Map.of("phase", "completed", "why", why));
        return ExitCodes.DONE;
    }

    /// Of a run that had ended as a complete copy before the command began.
    ///
    /// @param rejected documents that the target has rejected and that nobody has taken out since
    /// @return the exit code
    public int alreadyComplete(String run, RunPlan plan, long rejected) {
        print(
                "The copy of %s into %s is already complete, and nothing was copied, as run %s has ended: %s."
                        .formatted(
                                plan.sourceIndex(),
                                plan.targetIndex(),
                                run,
                                rejected == 0
                                        ? "what the source has taken since is copied by a new run, under another name"
                                        : "%s rejected, and 'rejects list' shows why"
                                                .formatted(Numbers.of(rejected, "document is", "documents are"))),
                Map.of("phase", "completed", "rejected_docs", rejected, "copied_docs", 0));
        return code(rejected);
    }

    /// Of a run that had ended otherwise before the command began: what it lacks was agreed to then.
    ///
    /// @param why what the control topic says
    /// @return the exit code
    public int alreadyEnded(String run, String why) {
        print(
                "Nothing was copied, as run %s has ended: %s.".formatted(run, why),
                Map.of("phase", "completed", "rejected_docs", 0, "copied_docs", 0, "why", why));
        return ExitCodes.DONE;
    }

    /// Of a complete copy: documents that are missing are never passed over.
    private static int code(long rejected) {
        return rejected == 0 ? ExitCodes.DONE : ExitCodes.REJECTED;
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
