package io.shardstream.ittests.states;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Types commands at a run and keeps what they came to, as rows of the page.
final class Typist {
    private static final Set<Integer> CODES = Set.of(0, 1, 2, 3, 4, 5, 143);
    /// For a command that only waits, and for one that works.
    private static final Duration SHORT = Duration.ofSeconds(10);

    private static final Duration LONG = Duration.ofMinutes(2);

    private final CopyRun run;
    private final StatesPage page = StatesPage.read();
    private final List<String> wrong = new ArrayList<>();

    Typist(CopyRun run) {
        this.run = run;
    }

    /// Types them one after the other.
    void type(LifeState state, TypedCommand... commands) {
        for (TypedCommand command : commands) {
            type(state, command, LONG);
        }
    }

    /// Types those that wait for something there, and stops them.
    void typeAndStop(LifeState state, TypedCommand... commands) {
        for (TypedCommand command : commands) {
            type(state, command, SHORT);
        }
    }

    private void type(LifeState state, TypedCommand command, Duration limit) {
        List<String> words = new ArrayList<>(command.words());
        if (command == TypedCommand.PLAN) {
            words.addAll(List.of("--sample", "0s"));
        }
        CopyRun.Output output = run.commandFor(limit, words.toArray(String[]::new));
        String text = output.text()
                .replace(run.runFile().toString(), "run.yaml")
                .replace(run.topics().run(), "cities");
        System.out.println("STATES " + state + ", " + command.text() + ": " + output.code() + "\n" + text.indent(4));
        boolean isWell = CODES.contains(output.code())
                && (!text.isBlank() || output.code() == 143)
                && !text.contains("Something went wrong")
                && !text.contains("Exception")
                && !text.contains("\tat ");
        PageRow row = PageRow.of(command, output.code(), text);
        PageRow before = page.of(state).put(command, row);
        if (StatesPage.isWritten()) {
            page.write();
        }
        if (!isWell) {
            wrong.add(state + ", " + command.text() + " is no answer: " + output.code() + ", " + text.strip());
        } else if (!row.equals(before) && !StatesPage.isWritten()) {
            wrong.add("%s, %s was:%n  %s%nand is:%n  %s".formatted(state, command.text(), before, row));
        }
    }

    /// The page says the same, or says it from now on, if that is wanted.
    void assertAsThePageSays() {
        assertThat(wrong)
                .as("docs/reference/states.md says it otherwise; -Dshardstream.golden=write makes it anew")
                .isEmpty();
    }
}
