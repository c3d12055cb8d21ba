package io.shardstream.localcluster.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Picks out of a program's output the lines that say why it ended.
public final class LogCause {

    private static final int LAST_LINES = 400;
    private static final int LINES_SHOWN = 6;
    private static final int LINE_LENGTH_SHOWN = 500;
    private static final Pattern TELLING = Pattern.compile("\\b(ERROR|FATAL)\\b"
            + "|^(Exception in thread .*|Caused by: )?([a-z][\\w$]*\\.)+[A-Z][\\w$]*(Exception|Error)\\b"
            + "|^(Error|ERROR|error|uncaught exception)\\b"
            + "|^Exception in thread ");
    private static final Pattern PORT_TAKEN = Pattern.compile("Address already in use|BindException|Failed to bind");

    private LogCause() {}

    /// The last telling lines, or simply the last lines if none tells; never empty.
    public static String of(Path output) {
        return of(read(output));
    }

    static String of(List<String> lines) {
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).stream()
                .map(LogCause::shortened)
                .filter(line -> !line.isBlank())
                .toList();
        List<String> telling =
                last.stream().filter(line -> TELLING.matcher(line).find()).toList();
        List<String> shown = List.copyOf(new LinkedHashSet<>(telling.isEmpty() ? last : telling));
        if (shown.isEmpty()) {
            return "it printed nothing";
        }
        return shown.subList(Math.max(0, shown.size() - LINES_SHOWN), shown.size()).stream()
                .collect(Collectors.joining("\n  ", "\n  ", ""));
    }

    /// Whether the output says that a port was already in use.
    public static boolean isPortTaken(Path output) {
        return read(output).stream().anyMatch(line -> PORT_TAKEN.matcher(line).find());
    }

    private static String shortened(String line) {
        return line.length() > LINE_LENGTH_SHOWN ? line.substring(0, LINE_LENGTH_SHOWN) + " …" : line;
    }

    private static List<String> read(Path output) {
        try {
            return Files.readAllLines(output, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of();
        }
    }
}
