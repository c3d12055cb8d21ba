package io.shardstream.ittests.browser;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Whether there is a browser to test with.
final class ChromiumCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return judge(Chromium.program(), "true".equals(System.getenv("CI")));
    }

    /// @throws IllegalStateException if there is none, in continuous integration, whose script installs it
    static ConditionEvaluationResult judge(Optional<Path> program, boolean isContinuousIntegration) {
        if (program.isPresent()) {
            return ConditionEvaluationResult.enabled(program.get().toString());
        }
        String missing = "the page is not looked at: there is no Chromium on the PATH; Debian's package "
                + Chromium.PACKAGE + " has it";
        if (isContinuousIntegration) {
            throw new IllegalStateException(missing);
        }
        return ConditionEvaluationResult.disabled(missing);
    }
}
