package io.shardstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.Stop;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
    static Stream<CommandLine> commands() {
        return below(Shardstream.commandLine(new Stop(), Map.<String, String>of()::get));
    }

    private static Stream<CommandLine> below(CommandLine command) {
        return command.getSubcommands().values().stream().flatMap(one -> Stream.concat(Stream.of(one), below(one)));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandShowsAnExampleAndItsExitCodes(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        assertThat(command.getUsageMessage())
                .contains("Example:" + System.lineSeparator() + "  " + name)
                .contains("Exit codes:")
                .containsPattern("64 +Wrong usage");
    }
}
