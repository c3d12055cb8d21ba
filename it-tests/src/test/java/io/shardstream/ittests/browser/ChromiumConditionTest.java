package io.shardstream.ittests.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

/// What becomes of the tests in a browser where there is none.
class ChromiumConditionTest {
    @Test
    void withABrowserTheyRun() {
        assertThat(ChromiumCondition.judge(Optional.of(Path.of("/usr/bin/chromium")), true)
                        .isDisabled())
                .isFalse();
    }

    @Test
    void withoutOneTheyAreSkippedAndSayWhatToInstall() {
        ConditionEvaluationResult result = ChromiumCondition.judge(Optional.empty(), false);

        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason()).hasValueSatisfying(why -> assertThat(why).contains("package chromium"));
    }

    @Test
    void inContinuousIntegrationTheyFailThenAndSayWhatToInstall() {
        assertThatThrownBy(() -> ChromiumCondition.judge(Optional.empty(), true))
                .hasMessageContaining("package chromium");
    }
}
