package io.shardstream.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class StayOptionTest {
    @Command(name = "service")
    private static final class Service {
        @Mixin
        private final StayOption stay = new StayOption();
    }

    @Test
    void withoutAnythingSaidAServiceEnds() {
        assertThat(isWanted(Map.of())).isFalse();
        assertThat(isWanted(Map.of("SHARDSTREAM_STAY", ""))).isFalse();
    }

    @Test
    void theOptionWinsOverTheEnvironment() {
        assertThat(isWanted(Map.of(), "--stay")).isTrue();
        assertThat(isWanted(Map.of("SHARDSTREAM_STAY", "false"), "--stay")).isTrue();
        assertThat(isWanted(Map.of("SHARDSTREAM_STAY", "true"), "--no-stay")).isFalse();
        assertThat(isWanted(Map.of("SHARDSTREAM_STAY", "true"))).isTrue();
        assertThat(isWanted(Map.of("SHARDSTREAM_STAY", "false"))).isFalse();
    }

    @Test
    void anEnvironmentThatSaysSomethingElseIsRefused() {
        assertThatThrownBy(() -> isWanted(Map.of("SHARDSTREAM_STAY", "yes")))
                .isInstanceOf(ParameterException.class)
                .hasMessage("SHARDSTREAM_STAY must be true or false, got \"yes\"");
    }

    private static boolean isWanted(Map<String, String> environment, String... arguments) {
        Service service = new Service();
        CommandLine command = new CommandLine(service);
        command.parseArgs(arguments);
        return service.stay.isWanted(environment::get);
    }
}
