package io.shardstream.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunFileKeys;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.RunFile;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunFileMappingTest {
    private static final String RUN_FILE = """
            run: cities
            kafka: { bootstrap: "127.0.0.1:1" }
            source: { nodes: "http://127.0.0.1:1", index: cities, refresh: %s }
            target: { nodes: "http://127.0.0.1:1", index: cities-v2 }
            """;

    @Test
    void whereTheControllerMayNotRefreshTheSourceNoCommandMay() throws Exception {
        RunFile may = RunFile.ofText(RUN_FILE.formatted("true"), "here", _ -> null);
        RunFile mayNot = RunFile.ofText(RUN_FILE.formatted("false"), "here", _ -> null);
        ControlRecords controllerMayNot = new ControlRecords(
                Map.of(RunFileKeys.KEY, new RunFileKeys(Map.of(RunFileKeys.REFRESH, "false")).encode()));

        assertThat(RunFileMapping.mayRefreshSource(may, controllerMayNot)).isFalse();
        assertThat(RunFileMapping.mayRefreshSource(may, ControlRecords.NONE)).isTrue();
        assertThat(RunFileMapping.mayRefreshSource(mayNot, ControlRecords.NONE)).isFalse();
    }
}
