package io.shardstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.Stop;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class WrongUsageTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rollback -f none.yaml --lose-writes=-1 | --lose-writes must be a number, 0 or more, or 'all', got '-1'",
                "rollback -f none.yaml --lose-writes=most | --lose-writes must be a number, 0 or more, or 'all', got 'most'",
                "release -f none.yaml --accept-rejects=-1 | --accept-rejects must be a number, 0 or more, got -1",
                "rejects | Say what to do with the rejects: rejects list, show, export or replay",
                "rejects list -f none.yaml --limit=0 | --limit must be 1 or more, got 0",
                "rejects replay -f none.yaml | Say which rejects are meant, by one of --all, --type, --id and --from.",
                "rejects replay -f none.yaml --all --id a | Say which rejects are meant",
                "rejects replay -f none.yaml --id=--all | none.yaml: there is no such file",
                "rejects export -f none.yaml --id=-f --id -x | none.yaml: there is no such file",
                "throttle -f none.yaml --per-node abc | --per-node must be a size such as 8mb, got \"abc\"",
                "throttle -f none.yaml --cpu 80 | --cpu must be 1% to 100%, got \"80\"",
                "throttle -f none.yaml --reset --total 5mb | --reset goes with no limit",
                "status -f none.yaml --timeout 5s | --timeout says how long --wait waits, which is missing",
                "status -f none.yaml --wait done | Invalid value for option '--wait': must be one of backfill, ",
                "control -f none.yaml --http 70000 | --http 70000: a port is 1 to 65535",
                "control -f none.yaml --http here | --http here: must be a port, such as 8042, or an address and a port",
                "control -f none.yaml --http 0.0.0.0:8042 | --http 0.0.0.0:8042: others reach 0.0.0.0 too",
                "reader -f none.yaml --http-tls-cert tls.crt | What is said of HTTP goes with --http, which is missing",
                "reader -f none.yaml --http 8042 --http-tls-cert tls.crt | --http-tls-cert and --http-tls-key go together",
                "reader -f none.yaml --http 8042 --http-client-ca ca.crt | --http-client-ca goes with --http-tls-cert",
                "reader -f none.yaml --http 8042 --http-operator-cn ops | --http 8042: operators are known by certificat",
                "writer -f none.yaml --http 8042 --http-tls-cert none.crt --http-tls-key none.key | HTTP cannot be"
                        + " answered over TLS: There is no file none.crt.",
                "watch -f none.yaml --every 5ms | --every must be 1s or more, got 5ms",
                "watch -f none.yaml --size 100x30 | --size and --picture go with --once, which is missing",
                "watch -f none.yaml --once --size 100 | Invalid value for option '--size': must be columns and rows such",
                "servers --nodes=0 | --nodes must be 1 to 9, got 0",
                "servers --brokers=10 | --brokers must be 0 to 9, got 10",
                "servers --server=lucene:1 | There is no server \"lucene:1\"; known are",
            })
    void isToldInOneSentence(String line, String sentence) {
        StringWriter told = new StringWriter();
        CommandLine shardstream = Shardstream.commandLine(new Stop(), Map.<String, String>of()::get);
        shardstream.setErr(new PrintWriter(told));

        int code = shardstream.execute(line.split(" "));

        assertThat(code).isEqualTo(64);
        assertThat(told.toString()).startsWith(sentence);
    }
}
