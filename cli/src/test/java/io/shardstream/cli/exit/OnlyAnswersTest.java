package io.shardstream.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnlyAnswersTest {
    @ParameterizedTest
    @CsvSource({
        "plan -f r.yaml, true",
        "plan -f r.yaml --try-writing, true",
        "plan -f r.yaml --write-run-file o.yaml, false",
        "verify -f r.yaml, true",
        "verify -f r.yaml --repair, false",
        "sweep -f r.yaml --dry-run, true",
        "sweep -f r.yaml, false",
        "status -f r.yaml, true",
        "list -f r.yaml, true",
        "doctor -f r.yaml, true",
        "rejects list -f r.yaml, true",
        "rejects export -f r.yaml, true",
        "rejects replay -f r.yaml --all, false",
        "config check -f r.yaml, true",
        "cutover -f r.yaml --dry-run, true",
        "cutover -f r.yaml, false",
        "rollback -f r.yaml, false",
        "throttle -f r.yaml, true",
        "throttle -f r.yaml --total 5mb, false",
        "clean -f r.yaml --dry-run, true",
        "clean -f r.yaml --yes, false",
        "resume -f r.yaml, false",
        "pause -f r.yaml, false"
    })
    void aCommandThatChangesSomethingHasDoneSoWhateverBecomesOfItsOutput(String command, boolean onlyAnswers) {
        Object last = Shardstream.commandLine(new Stop(), Map.<String, String>of()::get)
                .parseArgs(command.split(" ", -1))
                .asCommandLineList()
                .getLast()
                .getCommandSpec()
                .userObject();

        assertThat(last instanceof OnlyAnswers answering && answering.onlyAnswers())
                .isEqualTo(onlyAnswers);
    }
}
