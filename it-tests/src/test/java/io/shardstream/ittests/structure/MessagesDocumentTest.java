package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.structure.SourceMessages.Kind;
import io.shardstream.ittests.structure.SourceMessages.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/reference/messages.md` has the sentences with which commands refuse, stop and warn, as the sources
/// have them, and each says what is the matter and what to do.
class MessagesDocumentTest {
    private static final Path FILE = Project.HOME.resolve("docs/reference/messages.md");
    private static final Pattern NAMED = Pattern.compile("…|'[^']+'|--[a-z]|[a-z]+\\.[a-z-]+|[A-Z][a-z]+ [a-z]+");
    /// A key of the run file begins with a small letter.
    private static final Pattern BEGINNING = Pattern.compile("^(?:['\"…A-Z-]|[a-z]+[.-][a-z])");

    private static final Pattern END = Pattern.compile("[.…?]['\")]?$");
    /// A verb of advice, a command, an option, or what was done or is done by itself.
    private static final Pattern ADVICE = Pattern.compile("(?i)…$|: \\w+ |'\\w+( [\\w-]+)*'|--[a-z]"
            + "|\\b(?:again|name|begin|check|change|allow|grant|give|set|lift|delete|wait|start|choose)\\b"
            + "|\\b(?:restore|raise|find|say|use|see|stop|take)\\b"
            + "|[Nn]othing (?:was|is)");

    private static final List<Message> MESSAGES = SourceMessages.all();

    private static String heading(Kind kind) {
        return switch (kind) {
            case REFUSED -> "Refused: exit code 1";
            case BLOCKED -> "Somebody must look: exit code 3, and `status` shows it";
            case GIVEN_UP -> "A cut-over or another request is taken back: exit code 1";
            case NOT_COMPARED -> "A comparison that cannot be made: exit code 1";
            case USAGE -> "Wrong usage: exit code 64";
            case FINDING_BLOCKS -> "Findings that block: `plan` and `doctor` end with 3";
            case FINDING_WARNS -> "Findings that warn";
        };
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Messages

                The sentences with which commands refuse, stop and warn, taken from the sources by \
                `MessagesDocumentTest`. A `…` stands for what is known only when it is said: a name, a number, an \
                answer of a server. Search for the words between two of them. The codes of findings are in \
                [findings.md](../findings.md); what each command says in each state of a run is in \
                [states.md](states.md).
                """);
        for (Kind kind : Kind.values()) {
            page.append("\n## ").append(heading(kind)).append("\n\n");
            MESSAGES.stream()
                    .filter(message -> message.kind() == kind)
                    .map(message -> message.text().replace("<", "&lt;").replace("`", "'"))
                    .distinct()
                    .sorted(Comparator.comparing(
                            text -> text.toLowerCase(Locale.ROOT).replaceAll("[^a-z ]", "")))
                    .forEach(text -> page.append("* ").append(text).append('\n'));
        }
        return page.toString();
    }

    @Test
    void thePageHasEachMessageOfTheSources() throws IOException {
        if ("write".equals(System.getProperty("shardstream.golden"))) {
            Files.createDirectories(FILE.resolveSibling(""));
            Files.writeString(FILE, page());
        }
        assertThat(Files.readString(FILE))
                .as("-Dshardstream.golden=write makes it anew, if this is what is wanted")
                .isEqualTo(page());
    }

    @Test
    void manyAreFound() {
        assertThat(Arrays.stream(Kind.values()))
                .allSatisfy(kind -> assertThat(MESSAGES).anyMatch(message -> message.kind() == kind));
        assertThat(MESSAGES).hasSizeGreaterThan(300);
    }

    @Test
    void eachIsASentenceThatNamesSomething() {
        assertThat(MESSAGES.stream()
                        .filter(message -> message.kind() != Kind.GIVEN_UP)
                        .filter(message -> !BEGINNING.matcher(message.text()).find()
                                || !NAMED.matcher(message.text()).find()
                                || (message.kind() != Kind.USAGE
                                        && !END.matcher(message.text()).find())))
                .isEmpty();
    }

    /// They stand behind "is taken back:" and the like.
    @Test
    void whyARequestIsTakenBackIsTheEndOfASentence() {
        assertThat(MESSAGES.stream()
                        .filter(message -> message.kind() == Kind.GIVEN_UP)
                        .filter(message -> message.text().matches("[A-Z].*"))
                        .filter(message -> !message.text().matches("(?s).*[.…]")))
                .isEmpty();
    }

    @Test
    void noneHasTwoFullStops() {
        assertThat(MESSAGES).noneMatch(message -> message.text().matches("(?s).*(?<!\\.)\\.\\.(?!\\.).*"));
    }

    @Test
    void eachThatEndsACommandSaysWhatToDo() {
        assertThat(MESSAGES.stream()
                        .filter(message -> Set.of(Kind.REFUSED, Kind.BLOCKED, Kind.FINDING_BLOCKS)
                                .contains(message.kind()))
                        .filter(message -> !ADVICE.matcher(message.text()).find()))
                .isEmpty();
    }
}
