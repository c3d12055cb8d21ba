package io.shardstream.ittests.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.ittests.server.RealServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@RealServers
class DemoTest {
    @Test
    void everythingIsCopiedWhileReadersAndWritersAreKilledThreeTimesEach() {
        StringWriter out = new StringWriter();

        int code = Shardstream.commandLine(new Stop(), System::getenv)
                .setOut(new PrintWriter(out))
                .execute("demo", "--docs", "40000", "-o", "json");

        JsonNode result = new JsonMapper().readTree(out.toString());
        assertThat(code).as(result::toString).isZero();
        assertThat(result.path("documents").asLong()).isEqualTo(40_000);
        assertThat(result.path("equal").asLong()).isEqualTo(40_000);
        assertThat(List.of("missing", "stale", "extra", "differing"))
                .allSatisfy(kind -> assertThat(result.path(kind).asLong(-1)).isZero());
        // Three of each are planned; on a fast machine one may find its part of the copy over already.
        assertThat(result.at("/kills/reader").asInt()).isBetween(2, 3);
        assertThat(result.at("/kills/writer").asInt()).isBetween(2, 3);
    }

    @Test
    void unknownServerIsWrongUsage() {
        StringWriter err = new StringWriter();

        int code = Shardstream.commandLine(new Stop(), System::getenv)
                .setErr(new PrintWriter(err))
                .execute("demo", "--server", "elasticsearch:1.2.3");

        assertThat(code).isEqualTo(64);
        assertThat(err.toString()).contains("known are elasticsearch:9.5.3");
    }
}
