package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunFileKeysTest {
    @Test
    void theSourceIsRefreshedWhereBothRunFilesLetIt() {
        Optional<RunFileKeys> may = Optional.of(new RunFileKeys(Map.of(RunFileKeys.REFRESH, "true")));
        Optional<RunFileKeys> mayNot = Optional.of(new RunFileKeys(Map.of(RunFileKeys.REFRESH, "false")));

        assertThat(RunFileKeys.mayRefreshSource(may, true)).isTrue();
        assertThat(RunFileKeys.mayRefreshSource(may, false)).isFalse();
        assertThat(RunFileKeys.mayRefreshSource(mayNot, true)).isFalse();
        assertThat(RunFileKeys.mayRefreshSource(mayNot, false)).isFalse();
    }

    @Test
    void whereNothingIsNotedAProcessGoesByItsOwnRunFile() {
        for (Optional<RunFileKeys> nothing :
                List.of(Optional.<RunFileKeys>empty(), Optional.of(new RunFileKeys(Map.of("docs.trim", "false"))))) {
            assertThat(RunFileKeys.mayRefreshSource(nothing, true)).isTrue();
            assertThat(RunFileKeys.mayRefreshSource(nothing, false)).isFalse();
        }
    }

    @Test
    void whatChangedIsToldWithWhatItWas() {
        RunFileKeys before = new RunFileKeys(Map.of("docs.trim", "never", "same", "x", "was", "here"));
        RunFileKeys now = new RunFileKeys(Map.of("docs.trim", "written", "same", "x", "is", "new"));

        assertThat(now.changedSince(before))
                .isEqualTo("docs.trim (written, before: never), is (new, before: not said), was (not said, before:"
                        + " here)");
        assertThat(now.changedSince(now)).isEmpty();
    }
}
