package io.shardstream.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LiveLoadCommandTest {
    @TempDir
    private Path folder = Path.of(".");

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

    @Test
    void theSourceOfARunFileIsWrittenToWithConsentOnly() throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                run: articles
                kafka: { bootstrap: "localhost:1" }
                source: { nodes: "http://127.0.0.1:9", index: articles }
                target: { nodes: "http://127.0.0.1:9", index: articles-v2 }
                """);
        StringWriter err = new StringWriter();

        assertThat(execute("-f " + file, err)).isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString())
                .startsWith("'live-load' needs --yes where there is no terminal to ask at, since it writes documents of"
                        + " its own to index 'articles', the source of the run file, unless --index names another"
                        + " one.");
        for (String consent : List.of("--yes", "--index articles")) {
            StringWriter asked = new StringWriter();
            assertThat(execute("-f " + file + " " + consent, asked)).isEqualTo(ExitCodes.FAILED);
            assertThat(asked.toString()).startsWith("http://127.0.0.1:9/ does not answer");
        }
    }

    /// Such as a proxy that answers everything with a page of its own.
    @Test
    void aLoadOfWhichNothingWasAcknowledgedHasFailed() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] page = "<html>Log in".getBytes(StandardCharsets.UTF_8);
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            var _ = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, isHead ? -1 : page.length);
            if (!isHead) {
                exchange.getResponseBody().write(page);
            }
            exchange.close();
        });
        server.start();
        StringWriter err = new StringWriter();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            assertThat(execute("--url " + url + " --index a --rate 20 --duration 1s --check", err))
                    .isEqualTo(ExitCodes.FAILED);
        } finally {
            server.stop(0);
        }
        assertThat(err.toString())
                .contains("No operation was acknowledged, so there is nothing to judge: see whether 'a' takes writes.");
    }

    private static int execute(String options, StringWriter err) {
        List<String> line = new ArrayList<>(List.of("live-load"));
        line.addAll(List.of(options.split(" ", -1)));
        CommandLine command = Shardstream.commandLine(new Stop(), _ -> null);
        command.setErr(new PrintWriter(err));
        return command.execute(line.toArray(String[]::new));
    }
}
