package io.shardstream.cli.watch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The terminal of this process, which `stty` asks and changes: Java has nothing for that.
final class Tty {
    private static final File DEVICE = new File("/dev/tty");
    private static final int SECONDS = 2;

    private Tty() {}

    /// What `stty` prints, empty if it could not be done, such as in the background.
    static Optional<String> stty(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(DEVICE)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return process.exitValue() == 0 ? Optional.of(printed.strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
