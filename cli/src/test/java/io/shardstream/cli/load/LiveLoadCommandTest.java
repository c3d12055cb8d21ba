package io.shardstream.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LiveLoadCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rate 5                                        | Say where to write: either --url and --index, or -f run.yaml.
            --url http://localhost:1                        | Say with --index which index to write to.
            --url localhost:1 --index a                     | --url must be an address such as http://localhost:9200, got "localhost:1".
            --url http://a/?key=x --index a                 | query or a fragment, got "http://a…".
            --url http://u:p@a --index a                    | --url must not hold credentials
            --url https://es_1:9200 --index a               | --url names the host es_1 with an underscore
            --url http://localhost:1 --index a --duration 5 | must be a time such as 30s, got "5"
            --url http://localhost:1 --index a --mix insert | A mix is such as "insert=30,update=40,delete=15,recreate=15", with whole numbers; got "insert".
            --url http://localhost:1 --index a --rate 0     | A load has a rate above 0
            --url http://localhost:1 --index a --bulk 2     | Shares are 0 to 1, got 2.0
            --url http://localhost:1 --index a --judge      | --judge needs the log of an earlier load: --log <file>.
            """)
    void saysWhatIsWrongWithItsOptions(String options, String sentence) {
        StringWriter err = new StringWriter();

        assertThat(execute(options, err)).isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString()).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource("http://127.0.0.1:9")
    void saysThatAServerDoesNotAnswer(String url) {
        StringWriter err = new StringWriter();

        assertThat(execute("--url " + url + " --index a", err)).isEqualTo(ExitCodes.FAILED);
        assertThat(err.toString()).startsWith(url + "/ does not answer (ConnectException");
    }

    private static int execute(String options, StringWriter err) {
        List<String> line = new ArrayList<>(List.of("live-load"));
        line.addAll(List.of(options.split(" ", -1)));
        CommandLine command = Shardstream.commandLine(new Stop(), _ -> null);
        command.setErr(new PrintWriter(err));
        return command.execute(line.toArray(String[]::new));
    }
}
