package io.shardstream.ittests.states;

import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;

/// The page `docs/reference/states.md`: what each command says in each state. A test that has typed them
/// writes it with `-Dshardstream.golden=write`, and compares it otherwise.
final class StatesPage {
    static final Path FILE = Project.HOME.resolve("docs/reference/states.md");

    private static final String BEGIN = """
            # States and commands

            What each command says, and with which exit code it ends, in each state of a run. Real runs were brought \
            into these states, and the commands were typed there, by `StatesAndCommandsTest`; this page is what was \
            printed.

            The columns are what the command says first, or comes to after its steps, and what it says last where \
            that is something else. Of `status` the rows about the state are shown, of `plan` and `doctor` what \
            blocks, or the codes of what warns. A `#` stands for a number, `cities` for the run. A command that waits \
            for something was stopped after some seconds and has ended with 143. What a state does not list was not \
            typed there in this version.
            """;

    private final Map<LifeState, Map<TypedCommand, PageRow>> rows = new EnumMap<>(LifeState.class);

    static boolean isWritten() {
        return "write".equals(System.getProperty("shardstream.golden"));
    }

    static StatesPage read() {
        StatesPage page = new StatesPage();
        if (!Files.exists(FILE)) {
            return page;
        }
        try {
            LifeState state = null;
            for (String line : Files.readAllLines(FILE)) {
                for (LifeState one : LifeState.values()) {
                    state = line.equals("## " + one.title()) ? one : state;
                }
                Matcher parts = PageRow.parts(line);
                if (state != null && parts.matches()) {
                    page.put(
                            state,
                            TypedCommand.of(parts.group(1)),
                            new PageRow(Integer.parseInt(parts.group(2)), parts.group(3), parts.group(4)));
                }
            }
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void put(LifeState state, TypedCommand command, PageRow row) {
        of(state).put(command, row);
    }

    Map<TypedCommand, PageRow> of(LifeState state) {
        return rows.computeIfAbsent(state, _ -> new EnumMap<>(TypedCommand.class));
    }

    String text() {
        StringBuilder text = new StringBuilder(BEGIN);
        rows.forEach((state, its) -> {
            text.append("\n## ").append(state.title()).append("\n\n").append(state.how());
            text.append("\n\n| command | exit code | what it says | what it says last |\n| --- | --- | --- | --- |\n");
            its.forEach((command, row) -> text.append(row.line(command)).append('\n'));
        });
        return text.toString();
    }

    void write() {
        try {
            Files.createDirectories(FILE.resolveSibling(""));
            Files.writeString(FILE, text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
