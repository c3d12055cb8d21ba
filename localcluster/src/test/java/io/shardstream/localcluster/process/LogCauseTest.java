package io.shardstream.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogCauseTest {

    @Test
    void showsTheErrorsAndTheirCausesAndNotTheStack() {
        String cause = LogCause.of(List.of(
                "[2026-01-01][INFO ][o.e.n.Node] starting ...",
                "[2026-01-01][ERROR][o.e.b.Elasticsearch] fatal exception while booting",
                "java.lang.IllegalStateException: node lock",
                "\tat org.elasticsearch.Node.<init>(Node.java:1)",
                "Caused by: java.io.IOException: data folder is locked",
                "\tat org.elasticsearch.Lock.take(Lock.java:2)"));

        assertThat(cause.lines().map(String::strip))
                .containsExactly(
                        "",
                        "[2026-01-01][ERROR][o.e.b.Elasticsearch] fatal exception while booting",
                        "java.lang.IllegalStateException: node lock",
                        "Caused by: java.io.IOException: data folder is locked");
    }

    @Test
    void showsTheLastLinesWhereNoneTellsOfAnError() {
        assertThat(LogCause.of(List.of("1", "2", "3", "4", "5", "6", "7", "8"))
                        .lines()
                        .map(String::strip))
                .containsExactly("", "3", "4", "5", "6", "7", "8");
    }

    @Test
    void doesNotTakeAnOrdinaryWordForAnError() {
        assertThat(LogCause.of(List.of("loaded module [error-reporting]", "ERROR out of disk")))
                .doesNotContain("module")
                .contains("out of disk");
    }

    @Test
    void showsALineThatIsRepeatedOnlyOnce() {
        assertThat(LogCause.of(Collections.nCopies(50, "ERROR no space")).strip())
                .isEqualTo("ERROR no space");
    }

    @Test
    void saysSoWhereNothingWasPrinted() {
        assertThat(LogCause.of(Path.of("no-such-file"))).isEqualTo("it printed nothing");
    }
}
