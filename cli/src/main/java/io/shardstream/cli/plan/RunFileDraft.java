package io.shardstream.cli.plan;

import io.shardstream.cli.view.Wrapped;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.preflight.Report;
import io.shardstream.control.state.finding.Finding;
import java.nio.file.Path;

/// A run file to start from: every default filled in, and what was found out as comments.
final class RunFileDraft {
    private RunFileDraft() {}

    /// Secrets stay the references that the run file holds, with the full names of their files.
    ///
    /// @param folder where the run file's paths begin
    static String of(RunFile run, Report report, Path folder) {
        StringBuilder text = new StringBuilder();
        comment(text, "Written by 'shardstream plan'. Every key is explained in docs/run-file.md.");
        comment(
                text,
                report.canBeDone()
                        ? "The run can be done, as far as is known."
                        : "The run cannot be done so: see what blocks it.");
        report.findings().stream()
                .filter(finding -> !finding.topic().equals(Finding.UNKNOWN))
                .forEach(finding -> {
                    text.append("#\n");
                    comment(
                            text,
                            finding.severity().label() + " (" + finding.code().label() + "): " + finding.what());
                    if (!finding.advice().isEmpty()) {
                        comment(text, "#   ", finding.advice());
                    }
                });
        return text.append('\n').append(run.effectiveAnywhere(folder)).toString();
    }

    private static void comment(StringBuilder text, String words) {
        comment(text, "# ", words);
    }

    /// On as many lines as it needs; nothing in it ends a line.
    private static void comment(StringBuilder text, String begin, String words) {
        Wrapped.of(Printable.of(words))
                .forEach(line -> text.append(begin).append(line).append('\n'));
    }
}
