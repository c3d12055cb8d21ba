package io.shardstream.ittests.states;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a command came to in a state, as a row of the page: without what differs from one run to the next.
///
/// @param code its exit code
/// @param said what it says first, or comes to
/// @param next what it says last, where that is something else: mostly what to do
record PageRow(int code, String said, String next) {
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (\\d+) \\| (.*?) \\| ?(.*?) ?\\|");
    private static final Pattern CODE = Pattern.compile("\\[([a-z0-9-]+)]");
    private static final Pattern STATUS = Pattern.compile("(phase|why|paused|blocked|request|step) .*");
    private static final int LONGEST = 700;

    /// @param text everything that it printed, with the run's own names already replaced
    static PageRow of(TypedCommand command, int code, String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) {
            return new PageRow(code, "", "");
        }
        return switch (command) {
            case STATUS -> status(code, lines);
            case DOCTOR, PLAN -> findings(code, lines);
            default -> {
                String first = command.isRequest() ? lines.getLast() : lines.getFirst();
                yield row(code, first, first.equals(lines.getLast()) ? "" : lines.getLast());
            }
        };
    }

    /// The rows that say where the run stands, and the sentences around the table.
    private static PageRow status(int code, List<String> lines) {
        boolean isTable = lines.stream().anyMatch(line -> line.startsWith("phase "));
        if (!isTable) {
            return row(code, lines.getFirst(), lines.size() > 1 ? lines.getLast() : "");
        }
        String rows = lines.stream()
                .filter(line -> STATUS.matcher(line).matches() || line.startsWith("control   no process"))
                .map(line -> line.replaceAll(" +", " "))
                .collect(Collectors.joining("; "));
        String around = lines.stream().filter(line -> line.matches("[A-Z].*")).collect(Collectors.joining(" "));
        return row(code, rows, around);
    }

    /// The first that blocks, with its advice; else which codes there are of those that warn.
    private static PageRow findings(int code, List<String> lines) {
        int heading = lines.indexOf("Findings");
        if (heading < 0) {
            return row(code, lines.getFirst(), lines.size() > 1 ? lines.getLast() : "");
        }
        List<String> found = lines.subList(heading + 1, lines.size());
        StringBuilder all = new StringBuilder();
        for (String line : found) {
            all.append(line.matches("  (blocks|warns|notes) .*") ? "\n" : " ").append(line.strip());
        }
        List<String> each =
                all.toString().lines().filter(line -> !line.isBlank()).toList();
        List<String> blocking =
                each.stream().filter(line -> line.startsWith("blocks")).toList();
        if (blocking.isEmpty()) {
            String warned = each.stream()
                    .filter(line -> line.startsWith("warns"))
                    .flatMap(line -> CODE.matcher(line).results().map(match -> match.group(1)))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
            return row(code, "Nothing blocks.", warned.isEmpty() ? "" : "warns: " + warned);
        }
        String[] parts = blocking.stream()
                .map(line -> line.replaceFirst("^blocks +", ""))
                .collect(Collectors.joining(" "))
                .split(" → ", 2);
        return row(code, parts[0], parts.length > 1 ? parts[1] : "");
    }

    private static PageRow row(int code, String said, String next) {
        return new PageRow(code, masked(said), masked(next));
    }

    /// Addresses, ids, times and numbers are other ones each time.
    private static String masked(String text) {
        String plain = text.strip()
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "<time>")
                .replaceAll("\\(uuid [\\w-]{20,24}", "(uuid <uuid>")
                .replaceAll("(Shardstream-\\w+-[A-Z]\\w*-)[\\w-]{22}", "$1<id>")
                .replaceAll("\\d+@\\S+ since", "<process> since")
                .replaceAll("version \\d\\S+", "version <version>")
                .replaceAll("127\\.0\\.0\\.1:\\d+", "<address>")
                .replaceAll("(?<![\\w.-])\\d[\\d.,]*(?![\\w-])", "#")
                .replace("|", "¦")
                .replace("<", "&lt;")
                .replace("`", "'");
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) + " …" : plain;
    }

    String line(TypedCommand command) {
        return "| `%s` | %d | %s | %s |".formatted(command.text(), code, said, next);
    }

    /// @return the parts of a row's line; not matching for any other line
    static Matcher parts(String line) {
        return ROW.matcher(line);
    }
}
