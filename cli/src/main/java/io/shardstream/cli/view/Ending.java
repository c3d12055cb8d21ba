package io.shardstream.cli.view;

import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.control.state.RejectsGoneException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
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
    /// @param rejects what the target has refused in the end
    /// @return the exit code
    public int complete(ProgressPrinter printer, RunPlan plan, RejectsLeft rejects) {
        Optional<Summary> summary = printer.summary().map(told -> told.with(rejects));
        if (summary.isPresent()) {
            print(summary.get().text(), summary.get().fields());
        } else {
            print(
                    "The copy of %s into %s is complete: %s%s."
                            .formatted(
                                    plan.sourceIndex(),
                                    plan.targetIndex(),
                                    rejects.now(),
                                    why(rejects) + rejects.besides()),
                    fields(rejects, Map.of()));
        }
        return rejects.code();
    }

    /// Of a run that ended otherwise than by being a complete copy.
    ///
    /// @param why what the control topic says
    /// @param accepted documents that the target had rejected when that was agreed to
    /// @return the exit code
    public int completed(String why, long accepted) {
        print(
                "The run is completed: " + FullStop.of(why) + sentence(accepted),
                Map.of("phase", "completed", "why", why, "rejected_docs", accepted));
        return ExitCodes.DONE;
    }

    /// Of a run that had ended as a complete copy before the command began.
    ///
    /// @param rejects what the target has refused
    /// @return the exit code
    public int alreadyComplete(String run, RunPlan plan, RejectsLeft rejects) {
        print(
                "The copy of %s into %s is already complete, and nothing was copied, as run %s has ended: %s."
                        .formatted(
                                plan.sourceIndex(),
                                plan.targetIndex(),
                                run,
                                (rejects.areThere()
                                                ? rejects.now() + why(rejects)
                                                : "what the source has taken since is copied by a new run, under"
                                                        + " another name")
                                        + rejects.besides()),
                fields(rejects, Map.of("copied_docs", 0)));
        return rejects.code();
    }

    /// The same where Kafka does not know any more what the target has refused: documents may be missing,
    /// which is never passed over.
    ///
    /// @param gone says what is not known and what to do
    /// @return the exit code
    public int alreadyComplete(String run, RunPlan plan, RejectsGoneException gone) {
        String why = String.valueOf(gone.getMessage());
        print(
                "The copy of %s into %s is already complete, and nothing was copied, as run %s has ended. %s"
                        .formatted(plan.sourceIndex(), plan.targetIndex(), run, why),
                Map.of("phase", "completed", "copied_docs", 0, "rejects_not_known", why));
        return ExitCodes.REJECTED;
    }

    /// Of a run that had ended otherwise before the command began: what it lacks was agreed to then.
    ///
    /// @param why what the control topic says
    /// @param accepted documents that the target had rejected when that was agreed to
    /// @return the exit code
    public int alreadyEnded(String run, String why, long accepted) {
        print(
                "Nothing was copied, as run %s has ended: %s%s".formatted(run, FullStop.of(why), sentence(accepted)),
                Map.of("phase", "completed", "rejected_docs", accepted, "copied_docs", 0, "why", why));
        return ExitCodes.DONE;
    }

    private static String why(RejectsLeft rejects) {
        return !rejects.areThere()
                ? ""
                : rejects.lost() == 0 ? ", and 'rejects list' shows why" : ", and 'rejects list' says what to do";
    }

    private static String sentence(long accepted) {
        return accepted == 0
                ? ""
                : " " + NumberText.of(accepted, "rejected document was", "rejected documents were") + " accepted then.";
    }

    private static Map<String, Object> fields(RejectsLeft rejects, Map<String, Object> more) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", "completed");
        rejects.putInto(fields);
        fields.putAll(more);
        return fields;
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
