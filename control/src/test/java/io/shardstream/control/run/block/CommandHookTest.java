package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandHookTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void aCommandReadsTheRecord() throws Exception {
        Path file = folder.resolve("record");
        hook(LONG, "cat > " + file).call(bytes("{\"id\":1}"));
        assertThat(file).hasContent("{\"id\":1}");
    }

    @Test
    void aCommandNeedNotReadTheRecord() throws Exception {
        hook(LONG, "exit 0").call(new byte[1 << 20]);
        assertThatThrownBy(() -> hook(LONG, "exec 0<&-; exit 5").call(new byte[1 << 20]))
                .hasMessage("the command ended with exit code 5");
    }

    @Test
    void anExitCodeOtherThanNullIsAFailureThatDoesNotQuoteTheCommand() {
        assertThatThrownBy(() -> hook(LONG, "echo secret >&2; exit 3").call(bytes("{}")))
                .isInstanceOf(HookFailedException.class)
                .hasMessage("the command ended with exit code 3");
        assertThatThrownBy(() -> new CommandHook(() -> List.of("/no/such/secret"), LONG).call(bytes("{}")))
                .isInstanceOf(HookFailedException.class)
                .hasMessage("the command cannot be started: the program does not exist or is not executable");
    }

    @Test
    void whatIsAtWorkAtTheTimeLimitIsKilledWithItsChildren() throws Exception {
        Path file = folder.resolve("child");
        assertThatThrownBy(() -> hook(
                                Duration.ofSeconds(2), "sleep 600 & echo $! > " + file + "; sh -c 'sleep 600' & wait")
                        .call(bytes("{}")))
                .isInstanceOf(HookFailedException.class)
                .hasMessage("the command did not end within 2s (cutover.on-swap-timeout)");
        long child = Long.parseLong(Files.readString(file).strip());
        ProcessHandle.of(child)
                .ifPresent(left -> left.onExit().orTimeout(30, TimeUnit.SECONDS).join());
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private static CommandHook hook(Duration limit, String script) {
        return new CommandHook(() -> List.of("sh", "-c", script), limit);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
