package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Objective.Guard;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run file says of the guard of production.
class GuardSectionTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            throttle: {}                          | DEFAULT
            guard: {}                             | DEFAULT
            guard: {canary: '{"size":1}'}         | DEFAULT
            guard: off                            | OFF
            guard: 'off'                          | OFF
            guard: false                          | OFF
            guard: {cpu: 80%}                     | ASKED
            guard: {search-latency: 50ms}         | ASKED
            """)
    void whoWantsProductionToBeGuarded(String line, Guard guard) throws Exception {
        assertThat(read(line).throttle().objective().guard()).isEqualTo(guard);
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "true", "80%"})
    void anotherWordIsRefused(String word) {
        assertThatThrownBy(() -> read("guard: " + word))
                .hasMessageContaining("guard must be off or a map of keys, got " + word);
    }

    @Test
    void theEffectiveConfigurationSaysThatItIsOff() throws Exception {
        RunFile off = read("guard: off");

        assertThat(off.effective()).contains("\nguard: \"off\"\n");
        assertThat(RunFiles.read(folder, off.effective())).isEqualTo(off);
    }

    private RunFile read(String line) throws Exception {
        return RunFiles.read(folder, RunFiles.SHORT + line + "\n");
    }
}
