package io.shardstream.cli.rejects;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OldStatesTest {
    @Test
    void whoeverExportsDocumentsIsToldThatTheyMayBeOld() {
        assertThat(OldStates.ofExported(0)).isEmpty();
        assertThat(OldStates.ofExported(1))
                .hasValueSatisfying(note -> assertThat(note).contains("newer state", "deleted", "before you index"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "show", "export"})
    void theHelpOfEachCommandSaysSo(String command) {
        CommandLine rejects = below(Shardstream.commandLine(new Stop(), Map.<String, String>of()::get), "rejects");
        String help = below(rejects, command).getUsageMessage();
        assertThat(help.replaceAll("\\s+", " ")).contains("may hold a newer state", "may have deleted it", "'verify'");
    }

    private static CommandLine below(CommandLine command, String name) {
        return requireNonNull(command.getSubcommands().get(name));
    }
}
