package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnSwapWordsTest {
    @TempDir
    private Path folder = Path.of("");

    /// Only the first word says what is called.
    @Test
    void anArgumentOfAProgramMayBeAnAddress() throws Exception {
        RunFile file = RunFiles.read(
                folder,
                RunFiles.SHORT
                        + "cutover: {on-swap: [/opt/switch, 'https://a.example/x', '${env:HOOK}', 'http://']}\n");
        assertThat(file.cutover().isOnSwapAddress()).isFalse();
        assertThat(file.cutover().onSwap().stream().map(Secret::reference))
                .isEqualTo(List.of("/opt/switch", "https://a.example/x", "${env:HOOK}", "http://"));
    }
}
