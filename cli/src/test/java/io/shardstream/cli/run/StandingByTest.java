package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingByTest {
    private static final StandingBy HERE = new StandingBy("host 7");

    @Test
    void whoStandsByNamesTheController() {
        assertThat(HERE.of(controlledBy("host 9"))).isEqualTo("stands by, host 9 controls the run");
    }

    @Test
    void theControllerSaysNothing() {
        assertThat(HERE.of(controlledBy("host 7"))).isEmpty();
        assertThat(HERE.of(ControlRecords.NONE)).isEmpty();
    }

    private static ControlRecords controlledBy(String who) {
        return new ControlRecords(
                Map.of(Controller.KEY, new Controller(1, who, Instant.EPOCH).encode(RunFormat.FIRST)));
    }
}
